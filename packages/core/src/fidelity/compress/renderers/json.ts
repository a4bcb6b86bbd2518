import { isErrorLine } from '../error-line.ts'
import type { RenderContext, Renderer } from '../renderer.ts'

const FEWEST_LINES = 40
const FEWEST_TOKENS = 200
const DEPTH = 3
const LONGEST_SCALAR = 8
const MOST_PATHS = 8

/** The shape of a JSON document: its keys with types, lengths of lists, and where it speaks of an error. */
export const json: Renderer = {
  name: 'json',
  render(text, context) {
    const value = parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    if (text.split('\n').length <= FEWEST_LINES && context.counter.count(text) <= FEWEST_TOKENS)
      return undefined
    const shape = fit(shapeLines(value, context), context)
    const errors = errorPaths(value).slice(0, MOST_PATHS)
    return [...shape, ...fit(errors, { ...context, budget: context.budget - tokens(shape, context) })].join(
      '\n',
    )
  },
}

function parse(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, or nested deeper than the stack.
    return undefined
  }
}

function shapeLines(root: object, context: RenderContext): readonly string[] {
  const lines: string[] = []
  const visit = (value: unknown, name: string, depth: number): void => {
    lines.push(`${'  '.repeat(depth)}${name}${describe(value, depth, context)}`)
    if (depth >= DEPTH || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      if (value.length > 0) visit(value[0], '0: ', depth + 1)
    } else for (const [key, member] of Object.entries(value)) visit(member, `${key}: `, depth + 1)
  }
  visit(root, '', 0)
  return lines
}

function describe(value: unknown, depth: number, { counter }: RenderContext): string {
  if (Array.isArray(value)) return `list of ${value.length}`
  if (value === null) return 'null'
  if (typeof value === 'object') return 'object'
  const text = JSON.stringify(value)
  return depth <= 1 && text.length < 100 && counter.count(text) <= LONGEST_SCALAR ? text : typeof value
}

/** Paths of the texts that speak of an error, found with a stack of its own. */
function errorPaths(root: object): string[] {
  const found: string[] = []
  const open: [string, unknown][] = [['', root]]
  for (let item = open.pop(); item !== undefined && found.length < MOST_PATHS; item = open.pop()) {
    const [path, value] = item
    if (typeof value === 'string' && isErrorLine(value)) found.push(`error at ${path}`)
    if (typeof value !== 'object' || value === null || path.length > 200) continue
    for (const [key, member] of Object.entries(value).reverse()) open.push([`${path}.${key}`, member])
  }
  return found
}

function fit(lines: readonly string[], context: RenderContext): readonly string[] {
  let left = context.budget
  const end = lines.findIndex((line) => {
    left -= context.counter.count(line) + 1
    return left < 0
  })
  return end < 0 ? lines : lines.slice(0, end)
}

function tokens(lines: readonly string[], { counter }: RenderContext): number {
  return lines.reduce((sum, line) => sum + counter.count(line) + 1, 0)
}
