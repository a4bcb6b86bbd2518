import { groupBy } from '../compact/group-by.ts'
import { mayHide } from '../compact/lineage/may-hide.ts'
import { assertedTo, confidenceRank, type Entry, orderingTime, trustRank } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { LineageEdge, LineageKind } from '../domain/lineage.ts'
import {
  entryEntity,
  type FieldValues,
  type LineageOperation,
  type ReviseOperation,
} from '../domain/operation.ts'
import { by, byNumber, byText, inOrder } from '../domain/order.ts'
import type { StoreReader } from '../ports/store.ts'
import { emptyTarget, entryOperations } from './entry-inverse.ts'
import { foldEntry } from './fold-entry.ts'
import { withFields } from './with-fields.ts'

type Edge = Pick<LineageEdge, 'kind' | 'top' | 'under'>

/** What an entry takes over from those that it stands for; of its source only the trust. */
const INHERITED = [
  'source',
  'confidence',
  'scope',
  'asserted_from',
  'asserted_to',
  'valid_from',
  'valid_to',
] as const

type Inherited = Pick<Entry, (typeof INHERITED)[number]>

/** Whether a revision is one of these, and no more. */
export function isInheritance({ inherited, set, tags_added, tags_removed }: ReviseOperation): boolean {
  const fields: readonly string[] = INHERITED
  const hasTags = tags_added !== undefined || tags_removed !== undefined
  return inherited === true && !hasTags && Object.keys(set).every((field) => fields.includes(field))
}

/**
 * The revisions by which entries that stand for others become no fresher, surer, more trusted or more
 * widely seen than what they stand for, once the given changes of lineage are made; and, where one stands
 * for less than before, what is its own again. What stands above them follows.
 */
export function inheritances(
  reader: StoreReader,
  changes: readonly LineageOperation[],
): readonly ReviseOperation[] {
  const changesOf = groupBy(changes, ({ top }) => top)
  const edgesOf = (top: EntryId) => edgesAfter(reader, top, changesOf.get(top) ?? [])
  const revisions: ReviseOperation[] = []
  const changed = new Map<EntryId, Entry>()
  for (const top of undersFirst(reader, changesOf.keys(), edgesOf)) {
    const entry = reader.entry(top)
    if (entry === undefined || entry.purged !== undefined) continue
    const unders = edgesOf(top).flatMap(({ kind, under }) => {
      const source = under === top ? undefined : (changed.get(under) ?? reader.entry(under))
      const counts = source !== undefined && source.state === 'active' && source.purged === undefined
      return counts ? [{ kind, source }] : []
    })
    const revision = revisionTo(entry, inherit(ownEntry(reader, entry), unders))
    if (revision === undefined) continue
    revisions.push(revision)
    changed.set(top, withFields(entry, revision))
  }
  return revisions.sort(by(({ id }) => id, byText))
}

/** The given tops and all that stands above them, each after what it stands for. */
function undersFirst(
  reader: StoreReader,
  tops: Iterable<EntryId>,
  edgesOf: (top: EntryId) => readonly Edge[],
): readonly EntryId[] {
  const reached = new Set(tops)
  // Grows while it is walked: what stands above comes after.
  for (const top of reached) for (const { top: above } of reader.lineage({ under: top })) reached.add(above)
  const ordered = new Set<EntryId>()
  const open = new Set<EntryId>()
  const visit = (top: EntryId): void => {
    // A ring has no first: whichever is met first is taken as it is.
    if (open.has(top)) return
    open.add(top)
    for (const { under } of edgesOf(top)) if (reached.has(under)) visit(under)
    ordered.add(top)
  }
  for (const top of reached) visit(top)
  return [...ordered]
}

function edgesAfter(
  reader: StoreReader,
  top: EntryId,
  changes: readonly LineageOperation[],
): readonly Edge[] {
  const kept = reader
    .lineage({ top })
    .filter((edge) => !changes.some(({ kind, under }) => kind === edge.kind && under === edge.under))
  return [...kept, ...changes.filter(({ op }) => op === 'lineage.add')]
}

/** The entry as its authors left it. */
function ownEntry(reader: StoreReader, entry: Entry): Entry {
  const events = reader.events(entryEntity(entry.id))
  const own = events.filter(({ operation }) => operation.op !== 'entry.revise' || !operation.inherited)
  return own.length === events.length ? entry : (foldEntry(entry.id, own) ?? entry)
}

/** What supersedes says something new. A duplicate adds when it was said, and how long it holds. */
function inherit(
  own: Entry,
  unders: readonly { readonly kind: LineageKind; readonly source: Entry }[],
): Inherited {
  const stoodFor = unders.flatMap(({ kind, source }) => {
    return kind === 'supersedes' || kind === 'duplicates' ? [] : [source]
  })
  const alike = unders.flatMap(({ kind, source }) => {
    return kind === 'duplicates' && mayHide(source.source.trust, own.source.trust) ? [source] : []
  })
  const all = [own, ...stoodFor]
  const dated = [...stoodFor, ...alike]
  const first = earliest(dated.map(assertedFrom))
  return {
    source: {
      ...own.source,
      ...(stoodFor.length > 0 && { trust: least(all, (e) => trustRank(e.source.trust)).source.trust }),
    },
    confidence: least(all, (entry) => confidenceRank(entry.confidence)).confidence,
    scope: all.toSorted(narrowestFirst)[0]?.scope ?? own.scope,
    ...optional('asserted_from', own.asserted_from),
    ...(first !== undefined && first < assertedFrom(own) && { asserted_from: first }),
    ...optional('asserted_to', latest(stoodFor.map(lastConfirmed)) ?? own.asserted_to),
    ...optional('valid_from', latest([own, ...dated].map((entry) => entry.valid_from))),
    ...optional('valid_to', earliest([own, ...dated].map((entry) => entry.valid_to))),
  }
}

function least(entries: readonly Entry[], rank: (entry: Entry) => number): Entry {
  return entries.reduce((lowest, entry) => (rank(entry) < rank(lowest) ? entry : lowest))
}

const WIDTHS = ['session:', 'branch:', '']

/** The entry's own scope where two are equally narrow: there is none that both share. */
const narrowestFirst = inOrder<Entry>(
  by(({ scope }) => WIDTHS.findIndex((prefix) => scope.startsWith(prefix)), byNumber),
)

function assertedFrom(entry: Entry): Instant {
  return entry.asserted_from ?? orderingTime(entry)
}

function lastConfirmed(entry: Entry): Instant {
  return Math.max(assertedTo(entry), ...entry.sightings.map(({ at }) => at))
}

function earliest(instants: readonly (Instant | undefined)[]): Instant | undefined {
  const known = instants.filter((instant) => instant !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

function latest(instants: readonly (Instant | undefined)[]): Instant | undefined {
  const known = instants.filter((instant) => instant !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

function optional<N extends keyof Inherited>(name: N, value: Inherited[N] | undefined): Partial<Inherited> {
  // The name is that of the value.
  return value === undefined ? {} : ({ [name]: value } as Partial<Inherited>)
}

function revisionTo(entry: Entry, inherited: Inherited): ReviseOperation | undefined {
  const values = Object.fromEntries(INHERITED.map((field) => [field, inherited[field] ?? null]))
  // The names are those of revisable fields.
  const target = { ...emptyTarget(), fields: values as FieldValues }
  const [operation] = entryOperations(entry, target)
  return operation?.op === 'entry.revise' ? { ...operation, inherited: true } : undefined
}
