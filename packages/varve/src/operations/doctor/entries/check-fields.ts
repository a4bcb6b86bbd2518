import type { Entry, Issue } from '@varve/core'
import { memberOf } from '../../../import/json-members.ts'
import { QIPU_FORMAT } from '../../../import/qipu/detect.ts'
import type { EntryCheck } from './entry-check.ts'

/** Types whose entries are notes, and so have a title. */
const NOTE_TYPES = ['fleeting', 'literature', 'permanent', 'moc']

/** Notes without a title; values that their field can't have. */
export const checkFields: EntryCheck = (entry) => [
  ...(lacksTitle(entry)
    ? [problem('missing_field', entry, `is of type ${entry.type}, which has a title, and has none`)]
    : []),
  ...invalidValues(entry).map(({ name, value }) =>
    problem('invalid_value', entry, `has ${JSON.stringify(value)} for ${name}, which is none`),
  ),
]

function problem(code: string, { id }: Entry, what: string): Issue {
  return { code, severity: 'error', subjects: [id], message: `${id} ${what}`, fix: ['varve doctor --fix'] }
}

export function lacksTitle({ title, type }: Entry): boolean {
  return title === undefined && NOTE_TYPES.includes(type)
}

export interface InvalidValue {
  /** A field of the entry, or a member that an import kept because it was no value of its field. */
  readonly name: 'value' | 'importance' | 'extra.value' | 'extra.created'
  readonly value: unknown
}

export function invalidValues({ value, importance, extra, source }: Entry): readonly InvalidValue[] {
  const kept = source.format === QIPU_FORMAT ? (extra ?? {}) : {}
  return [
    ...(value === undefined || (Number.isInteger(value) && value >= 0 && value <= 100)
      ? []
      : [{ name: 'value' as const, value }]),
    ...(importance === undefined || (importance >= 0 && importance <= 1)
      ? []
      : [{ name: 'importance' as const, value: importance }]),
    ...(['value', 'created'] as const).flatMap((name) => {
      const stated = memberOf(kept, name)
      return stated === undefined ? [] : [{ name: `extra.${name}` as const, value: stated }]
    }),
  ]
}
