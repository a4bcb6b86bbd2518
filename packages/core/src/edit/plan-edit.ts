import type { Entry } from '../domain/entry.ts'
import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import { canonicalJson } from '../domain/json.ts'
import { entryEntity, type FieldValues, type Operation, type ReviseOperation } from '../domain/operation.ts'
import { byText, sortedUnique } from '../domain/order.ts'
import type { Plan } from '../domain/plan.ts'
import { textKey } from '../guard/normalise/text-key.ts'
import { planBase } from '../journal/apply-plan.ts'
import { changesText } from '../journal/fold-entry.ts'
import type { StoreReader } from '../ports/store.ts'

export interface EntryChanges {
  /** Fields to set; null unsets. */
  readonly set?: FieldValues
  readonly addTags?: readonly string[]
  readonly removeTags?: readonly string[]
}

/** A revision of an entry: the old text stays. Without operations where nothing would change. */
export function planEdit(reader: StoreReader, id: EntryId, changes: EntryChanges): Plan {
  const entry = getEntry(reader, id)
  if (entry.purged)
    throw new VarveError('not_found', `${id} was purged: ${entry.purged.reason}`, { subjects: [id] })
  const revision = revisionOf(entry, changes)
  if (revision?.set.content !== undefined && textKey(revision.set.content ?? '') === undefined) {
    throw new VarveError('invalid_value', 'the content has no letter or digit', {
      subjects: [id],
      fix: [`varve edit ${id} --retract`],
    })
  }
  return editPlan(reader, 'edit', revision ? [revision] : [], [id])
}

/** The revision that makes the changes, or undefined where the entry is like that already. */
export function revisionOf(
  entry: Entry,
  { set = {}, addTags = [], removeTags = [] }: EntryChanges,
): ReviseOperation | undefined {
  const current: Readonly<Record<string, unknown>> = { ...entry }
  const names = Object.keys(set)
    .filter(
      (name) =>
        canonicalJson(current[name] ?? null) !== canonicalJson(set[name as keyof FieldValues] ?? null),
    )
    .sort(byText)
  const removed = sortedUnique(removeTags).filter((tag) => entry.tags.includes(tag))
  const added = sortedUnique(addTags).filter((tag) => !entry.tags.includes(tag) && !removeTags.includes(tag))
  if (names.length + added.length + removed.length === 0) return undefined
  const changed = Object.fromEntries(names.map((name) => [name, set[name as keyof FieldValues] ?? null]))
  return {
    op: 'entry.revise',
    id: entry.id,
    base: entry.versions,
    // Both are read by the field names of FieldValues.
    set: changed as FieldValues,
    was: Object.fromEntries(names.map((name) => [name, current[name] ?? null])) as FieldValues,
    ...(added.length > 0 && { tags_added: added }),
    ...(removed.length > 0 && { tags_removed: removed }),
    ...(changesText({ set: changed as FieldValues }) && { replaces: entry.text_version }),
  }
}

export function getEntry(reader: StoreReader, id: EntryId): Entry {
  const entry = reader.entry(id)
  if (entry) return entry
  throw new VarveError('not_found', `not found: ${id}`, { subjects: [id], fix: ['varve list --raw'] })
}

export function editPlan(
  reader: StoreReader,
  command: string,
  operations: readonly Operation[],
  read: readonly EntryId[],
  reason?: string,
): Plan {
  return {
    stage: 'edit',
    command,
    ...(reason === undefined ? {} : { reason }),
    operations,
    base: planBase(reader, read.map(entryEntity)),
  }
}
