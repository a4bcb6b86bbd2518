import { isArgumentObject } from '../model/canonical-arguments.ts'
import type { LineRange } from '../model/target.ts'

const PAIRS = [
  ['start_line', 'end_line'],
  ['startLine', 'endLine'],
  ['line_start', 'line_end'],
] as const

const OPEN = -1

/** The lines that a call reads; undefined where it reads the whole file. */
export function readRange(args: unknown): LineRange | undefined {
  if (!isArgumentObject(args)) return undefined
  const view = args.view_range
  if (Array.isArray(view)) return range(view[0], view[1])
  for (const [first, last] of PAIRS) {
    if (args[first] !== undefined || args[last] !== undefined) return range(args[first], args[last])
  }
  const offset = whole(args.offset)
  const limit = whole(args.limit)
  if (offset === undefined && limit === undefined) return undefined
  const first = Math.max(1, offset ?? 1)
  return [first, limit === undefined ? OPEN : first + limit - 1]
}

function range(first: unknown, last: unknown): LineRange {
  return [Math.max(1, whole(first) ?? 1), whole(last) ?? OPEN]
}

function whole(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}
