/** Versions from one on, up to another that is no longer among them. */
interface Span {
  readonly from: readonly number[]
  readonly below: readonly number[]
}

const VERSION = /^v?(\d+)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?(?:-[\w.-]+)?$/
const PART = /(>=|<=|>|<|\^|~|=)?\s*(v?\d[\w.*-]*)/g
const EVERYTHING = [Number.POSITIVE_INFINITY]

/**
 * Whether a range of a manifest allows some version that a claim may mean: `20` means any 20.x.y.
 * Undefined where the range is written in a way that isn't known here.
 */
export function allowsVersion(range: string, claimed: string): boolean | undefined {
  const claim = spanOf('=', claimed)
  const spans = range.split('||').map((alternative) => spanOfAll(alternative.trim()))
  if (claim === undefined || spans.some((span) => span === undefined)) return undefined
  return spans.some((span) => span !== undefined && overlaps(span, claim))
}

function spanOfAll(range: string): Span | undefined {
  const [low, high] = range.split(/\s+-\s+/)
  if (low !== undefined && high !== undefined) return intersect(spanOf('>=', low), spanOf('<=', high))
  const parts = [...range.matchAll(PART)]
  if (parts.length === 0 || range.replace(PART, '').replace(/[\s,]/g, '') !== '') return undefined
  return parts.map(([, sign, version = '']) => spanOf(sign ?? '=', version)).reduce(intersect)
}

/** Numbers of a version as far as they are said. */
function numbersOf(version: string): readonly number[] | undefined {
  const match = VERSION.exec(version)
  if (match === null) return undefined
  const said = match.slice(1, 4).map(Number)
  const end = said.findIndex((number) => !Number.isInteger(number))
  return end < 0 ? said : said.slice(0, end)
}

function spanOf(sign: string, version: string): Span | undefined {
  const numbers = numbersOf(version)
  if (numbers === undefined) return undefined
  const next = after(numbers)
  switch (sign) {
    case '>=':
      return { from: numbers, below: EVERYTHING }
    case '>':
      return { from: next, below: EVERYTHING }
    case '<':
      return { from: [0], below: numbers }
    case '<=':
      return { from: [0], below: next }
    case '^':
      return { from: numbers, below: after(numbers.slice(0, firstSet(numbers) + 1)) }
    case '~':
      return { from: numbers, below: after(numbers.slice(0, 2)) }
    default:
      return { from: numbers, below: next }
  }
}

/** The first version past all that begin with these numbers. */
function after(numbers: readonly number[]): readonly number[] {
  return numbers.map((number, index) => (index === numbers.length - 1 ? number + 1 : number))
}

/** `^0.2.3` stays within 0.2. */
function firstSet(numbers: readonly number[]): number {
  const at = numbers.findIndex((number) => number > 0)
  return at < 0 ? numbers.length - 1 : at
}

function intersect(a: Span | undefined, b: Span | undefined): Span | undefined {
  if (a === undefined || b === undefined) return undefined
  return {
    from: isBefore(a.from, b.from) ? b.from : a.from,
    below: isBefore(a.below, b.below) ? a.below : b.below,
  }
}

function overlaps(a: Span, b: Span): boolean {
  const both = intersect(a, b)
  return both !== undefined && isBefore(both.from, both.below)
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [left = 0, right = 0] = [a[index], b[index]]
    if (left !== right) return left < right
  }
  return false
}
