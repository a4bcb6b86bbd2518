import type { Entry } from '../../domain/entry.ts'
import { VarveError } from '../../domain/errors.ts'
import { parseInstant } from '../../domain/instant.ts'
import type { Json } from '../../domain/json.ts'

const SIGNS = ['>=', '<=', '=', '>', '<'] as const
type Sign = (typeof SIGNS)[number]

/** One condition on the user's own fields of an entry. */
export type CustomFilter =
  | { readonly kind: 'present' | 'absent'; readonly path: readonly string[] }
  | { readonly kind: 'equals'; readonly path: readonly string[]; readonly value: string }
  | {
      readonly kind: 'compares'
      readonly path: readonly string[]
      readonly sign: Exclude<Sign, '='>
      readonly bound: number
      /** Of a bound that is a date, only dates are compared with it. */
      readonly isDate: boolean
    }

const KEY = /^[^\s=<>!.]+(?:\.[^\s=<>!.]+)*$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Reads `k=v`, `k`, `!k`, or `k>n` with a number or a date. Throws `invalid_value`. */
export function parseCustomFilter(text: string): CustomFilter {
  const sign = SIGNS.filter((each) => text.includes(each)).sort(
    (a, b) => text.indexOf(a) - text.indexOf(b),
  )[0]
  if (sign === undefined) {
    const isAbsent = text.startsWith('!')
    return { kind: isAbsent ? 'absent' : 'present', path: pathOf(isAbsent ? text.slice(1) : text, text) }
  }
  const at = text.indexOf(sign)
  const path = pathOf(text.slice(0, at), text)
  const value = text.slice(at + sign.length)
  if (sign === '=') return { kind: 'equals', path, value }
  const isDate = DATE.test(value)
  const bound = isDate ? parseInstant(value)?.at : value.trim() === '' ? undefined : Number(value)
  if (bound === undefined || !Number.isFinite(bound)) throw malformed(text)
  return { kind: 'compares', path, sign, bound, isDate }
}

/** Whether an entry's own fields meet a condition. */
export function meetsFilter({ custom }: Pick<Entry, 'custom'>, filter: CustomFilter): boolean {
  const value = valueAt(custom, filter.path)
  switch (filter.kind) {
    case 'present':
      return value !== undefined && value !== null
    case 'absent':
      return value === undefined || value === null
    case 'equals':
      return Array.isArray(value)
        ? value.some((item) => textOf(item) === filter.value)
        : textOf(value) === filter.value
    case 'compares':
      return compares(value, filter)
    default:
      return filter satisfies never
  }
}

function compares(value: Json | undefined, filter: Extract<CustomFilter, { kind: 'compares' }>): boolean {
  const number = filter.isDate ? dateOf(value) : numberOf(value)
  if (number === undefined) return false
  switch (filter.sign) {
    case '>':
      return number > filter.bound
    case '>=':
      return number >= filter.bound
    case '<':
      return number < filter.bound
    case '<=':
      return number <= filter.bound
    default:
      return filter.sign satisfies never
  }
}

function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

function dateOf(value: Json | undefined): number | undefined {
  return typeof value === 'string' ? parseInstant(value)?.at : undefined
}

function textOf(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function valueAt(custom: Json | undefined, path: readonly string[]): Json | undefined {
  let value = custom
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const members: Readonly<Record<string, Json>> = value as Readonly<Record<string, Json>>
    value = Object.hasOwn(members, name) ? members[name] : undefined
  }
  return value
}

function pathOf(key: string, text: string): readonly string[] {
  if (!KEY.test(key)) throw malformed(text)
  return key.split('.')
}

function malformed(text: string): VarveError {
  return new VarveError('invalid_value', `not a filter: ${JSON.stringify(text.slice(0, 80))}`, {
    fix: ['varve context --custom-filter "priority>=2"'],
  })
}
