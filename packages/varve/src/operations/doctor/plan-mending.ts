import {
  type Entry,
  entryEntity,
  type FieldValues,
  type JsonObject,
  type Plan,
  planBase,
  revisionOf,
  type StoreReader,
} from '@varve/core'
import { titleOf } from '../../export/qipu/note-names.ts'
import { withSourcesOnce } from '../../export/qipu/sources-once.ts'
import { withoutMembers } from '../../import/json-members.ts'
import { invalidValues, lacksTitle } from './entries/check-fields.ts'
import { sourcesTwice } from './entries/check-original.ts'

/**
 * The revisions that mend what an entry can't be: a title from its text, values that are none unset,
 * sources listed once. What was there stays in the history.
 */
export function planMending(reader: StoreReader): Plan {
  const operations = [...reader.entries({ visibility: 'all' })]
    .filter((entry) => !entry.purged && entry.state === 'active')
    .flatMap((entry) => revisionOf(entry, { set: mendedFields(entry) }) ?? [])
  const base = planBase(
    reader,
    operations.map(({ id }) => entryEntity(id)),
  )
  return { stage: 'edit', command: 'doctor --fix', reason: 'mended by doctor', operations, base }
}

function mendedFields(entry: Entry): FieldValues {
  const { original } = entry
  return {
    ...(lacksTitle(entry) ? { title: titleOf(entry) } : {}),
    ...mendedValues(entry),
    ...(original === undefined || sourcesTwice(entry).length === 0
      ? {}
      : { original: { ...original, text: withSourcesOnce(original.text) } }),
  }
}

function mendedValues(entry: Entry): FieldValues {
  const names = invalidValues(entry).map(({ name }) => name)
  if (names.length === 0) return {}
  const extra = withoutMembers(
    entry.extra ?? {},
    names.map((name) => name.replace(/^extra\./, '')),
  )
  const meant = Number(entry.extra?.value)
  const isMeant = names.includes('extra.value') && Number.isInteger(meant) && meant >= 0 && meant <= 100
  return {
    ...(names.includes('value') ? { value: null } : {}),
    ...(isMeant ? { value: meant } : {}),
    ...(names.includes('importance') ? { importance: null } : {}),
    ...(names.some((name) => name.startsWith('extra.')) ? { extra: orNothing(extra) } : {}),
  }
}

function orNothing(members: JsonObject): JsonObject | null {
  return Object.keys(members).length === 0 ? null : members
}
