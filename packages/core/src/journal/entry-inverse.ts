import type { Entry, Flag, FlagKind, Sighting } from '../domain/entry.ts'
import type { VersionId } from '../domain/ids.ts'
import { canonicalJson } from '../domain/json.ts'
import type {
  FieldValues,
  Operation,
  OverrideOperation,
  ReviseOperation,
  Since,
} from '../domain/operation.ts'
import { by, byText, sortedUnique } from '../domain/order.ts'
import { changesText } from './fold-entry.ts'

/** A sighting as a record said it, or withdrew it, and whether it is to stand. */
export interface SightingTarget {
  readonly said: Sighting
  readonly stands: boolean
}

/** What an entry goes back to; only what the records wrote is set. */
export interface EntryTarget {
  fields: FieldValues
  restores?: VersionId
  tags: Map<string, boolean>
  retracted?: boolean
  flags: Map<FlagKind, Flag | null>
  sightings: Map<string, SightingTarget>
  override?: OverrideOperation['was']
}

export function emptyTarget(): EntryTarget {
  return { fields: {}, tags: new Map(), flags: new Map(), sightings: new Map() }
}

/** Notes what a revision replaced; an older one taken later has the last word. */
export function takeRevision(target: EntryTarget, operation: ReviseOperation): void {
  target.fields = { ...target.fields, ...operation.was }
  if (changesText(operation) && operation.replaces !== undefined) target.restores = operation.replaces
  for (const tag of operation.tags_added ?? []) target.tags.set(tag, false)
  for (const tag of operation.tags_removed ?? []) target.tags.set(tag, true)
}

/** The operations that bring an entry to its target; none where it is there already. */
export function entryOperations(entry: Entry, target: EntryTarget): readonly Operation[] {
  return [
    ...revision(entry, target),
    ...standing(entry, target),
    ...[...target.flags].sort(by(([kind]) => kind, byText)).flatMap(([kind, was]) => flag(entry, kind, was)),
    ...[...target.sightings]
      .sort(by(([name]) => name, byText))
      .flatMap(([, sightingTarget]) => sighting(entry, sightingTarget)),
    ...override(entry, target.override),
  ]
}

function revision(entry: Entry, { fields, tags, restores }: EntryTarget): readonly Operation[] {
  const current: Readonly<Record<string, unknown>> = { ...entry }
  const names = sortedUnique(Object.keys(fields)).filter(
    (name) => canonicalJson(current[name] ?? null) !== canonicalJson(fields[name as keyof FieldValues]),
  )
  const held = new Set(entry.tags)
  const added = sortedUnique(
    [...tags].filter(([tag, wanted]) => wanted && !held.has(tag)).map(([tag]) => tag),
  )
  const removed = sortedUnique(
    [...tags].filter(([tag, wanted]) => !wanted && held.has(tag)).map(([tag]) => tag),
  )
  if (names.length + added.length + removed.length === 0) return []
  // Names and values come from the operations' own field values.
  const set = pick(fields as Readonly<Record<string, unknown>>, names) as FieldValues
  const was = pick(current, names) as FieldValues
  const operation: ReviseOperation = {
    op: 'entry.revise',
    id: entry.id,
    base: entry.versions,
    set,
    was,
    ...(added.length > 0 && { tags_added: added }),
    ...(removed.length > 0 && { tags_removed: removed }),
    ...(changesText({ set }) && { replaces: entry.text_version }),
    ...(changesText({ set }) && restores !== undefined && { restores }),
  }
  return [operation]
}

function pick(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
}

function standing(entry: Entry, { retracted }: EntryTarget): readonly Operation[] {
  if (retracted === undefined || retracted === (entry.state === 'retracted')) return []
  return [
    retracted ? { op: 'entry.retract', id: entry.id, reason: 'undo' } : { op: 'entry.restore', id: entry.id },
  ]
}

function flag(entry: Entry, kind: FlagKind, was: Flag | null): readonly Operation[] {
  const open = entry.flags.find((candidate) => candidate.kind === kind) ?? null
  if (canonicalJson(open) === canonicalJson(was)) return []
  if (was === null) return [{ op: 'flag.clear', id: entry.id, kind, reason: 'undo', was: open }]
  const { reason, evidence, by: author, at } = was
  const since: Since = { by: author, at }
  return [{ op: 'flag.set', id: entry.id, kind, reason, ...(evidence && { evidence }), since, was: open }]
}

function override(entry: Entry, wanted: EntryTarget['override']): readonly Operation[] {
  if (wanted === undefined) return []
  const current = entry.learning?.override
  const was = current === undefined ? null : { status: current.status, reason: current.reason }
  if (canonicalJson(was) === canonicalJson(wanted)) return []
  const { status, reason } = wanted ?? { status: null, reason: 'undo' }
  return [{ op: 'learning.override', id: entry.id, status, reason, was }]
}

/** Of an occasion only the sighting that counts is seen here; another may stand behind it. */
function sighting(entry: Entry, { said, stands }: SightingTarget): readonly Operation[] {
  const { occasion, source, rating, by: author, at } = said
  const counting = entry.sightings.find((seen) => seen.occasion === occasion)
  const isSo = stands ? counting?.by === author && counting.at === at : counting === undefined
  if (isSo) return []
  const since: Since = { by: author, at }
  const operation = {
    op: 'learning.sight',
    id: entry.id,
    occasion,
    source,
    ...(rating && { rating }),
    since,
  } as const
  return [stands ? operation : { ...operation, withdrawn: true }]
}
