import { type Anchor, anchorKey } from '../anchors/anchor.ts'
import type { Token } from '../anchors/token.ts'
import { PRODUCTS } from '../language/products.ts'
import { latinProfileOf } from '../language/profiles.ts'
import type { ReadStatement } from './read-statement.ts'

const SHORTEST_HASH = 7
const HASH = /^[0-9a-f]+$/i
const REFERENCE = /^(?:#|pr:|issue:|ticket:|!)(\d+)$/
const MONTHS_IN_QUARTER = 3
const WORDS = /[\p{L}\p{N}_]+/gu

/** Whether a text has an anchor: in the same form, or in one that says no more than the text does. */
export function isGrounded(anchor: Anchor, text: ReadStatement): boolean {
  if (text.anchorKeys.has(anchorKey(anchor))) return true
  const { type, value, raw } = anchor
  const ofType = text.scanned.anchors.filter((candidate) => candidate.type === type)
  switch (type) {
    case 'str':
      return text.scanned.text.includes(value) || text.rawForms.has(value)
    case 'name':
    case 'kebab':
      return text.lowerForms.has(value) || text.lowerForms.has(raw.toLowerCase())
    case 'code':
      return hasIdentifier(value.replace(/\(\)$/, ''), text)
    case 'path':
      return ofType.some((candidate) => candidate.value.endsWith(`/${value}`))
    case 'id':
      return ofType.some((candidate) => isSameReference(candidate.value, value))
    case 'env':
      return ofType.some((candidate) => candidate.value.split('=')[0] === value)
    case 'label':
      return isLabelIn(value, ofType)
    default:
      return false
  }
}

/** Whether a date is the year, the month or the quarter of a date of the text. */
export function isCoarserDate({ type, value }: Anchor, text: ReadStatement): boolean {
  if (type !== 'date' && type !== 'num') return false
  return text.anchors.some(
    (candidate) =>
      candidate.type === 'date' &&
      (candidate.value.startsWith(`${value}-`) || quarterOf(candidate.value) === value),
  )
}

/** Products that a text names, by one spelling. */
export function productsOf({ scanned }: ReadStatement): ReadonlyMap<string, string> {
  const { spellings, ordinaryWords, functionWords } = latinProfileOf(scanned.language)
  const products = new Map<string, string>()
  for (const word of scanned.tokens.flatMap(wordsOf)) {
    if (!PRODUCTS.has(word) || ordinaryWords.has(word) || functionWords.has(word)) continue
    products.set(spellings.get(word) ?? word, word)
  }
  return products
}

function wordsOf({ kind, lower, anchor }: Token): readonly string[] {
  if (anchor?.type === 'str') return lower.match(WORDS) ?? []
  return kind === 'word' ? [lower] : []
}

function hasIdentifier(name: string, text: ReadStatement): boolean {
  return text.rawForms.has(name) || text.rawForms.has(`${name}()`) || text.anchorKeys.has(`str:${name}`)
}

function isSameReference(a: string, b: string): boolean {
  const [numberA, numberB] = [REFERENCE.exec(a)?.[1], REFERENCE.exec(b)?.[1]]
  if (numberA !== undefined && numberA === numberB) return a.startsWith('#') || b.startsWith('#')
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= SHORTEST_HASH && HASH.test(short) && HASH.test(long) && long.startsWith(short)
}

/** A letter or a number that stands alone in one text may follow its noun in the other. */
function isLabelIn(value: string, labels: readonly Anchor[]): boolean {
  const [noun, name] = value.split('=')
  return labels.some((label) => {
    const [otherNoun, otherName] = label.value.split('=')
    return name === otherName && (noun === otherNoun || noun === 'sym' || otherNoun === 'sym')
  })
}

function quarterOf(date: string): string | undefined {
  const [year, month] = date.split('-')
  const number = Number(month)
  return Number.isNaN(number) ? undefined : `${year ?? ''}-Q${Math.ceil(number / MONTHS_IN_QUARTER)}`
}
