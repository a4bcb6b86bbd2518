import type { OpenView } from '../compact/open-view.ts'
import { contentHash } from '../domain/entry.ts'
import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import { entityOf, entryEntity, type LineageOperation } from '../domain/operation.ts'
import { byText, sortedUnique } from '../domain/order.ts'
import type { Plan } from '../domain/plan.ts'
import { lineageAddition, lineageRemoval } from '../edit/plan-lineage.ts'
import { planBase } from '../journal/apply-plan.ts'
import { foldEntry } from '../journal/fold-entry.ts'
import { inheritances } from '../journal/inherited-fields.ts'
import type { StoreReader } from '../ports/store.ts'
import { findProblems } from './apply-problems.ts'
import { type ApplyRequest, type DigestKind, isDigestKind } from './apply-request.ts'
import { type Digests, openDigests } from './lineage/open-digests.ts'

export interface ApplyOutcome {
  readonly digest: EntryId
  readonly kind: DigestKind
  /** Each sorted. */
  readonly added: readonly EntryId[]
  readonly already: readonly EntryId[]
  readonly moved: readonly EntryId[]
  readonly refreshed: readonly EntryId[]
  /** Every direct source, of this kind or another. */
  readonly compacts: readonly EntryId[]
  /** How all would stand once the plan is applied. */
  readonly after: Digests
}

/**
 * Registers a digest: sources go under it, and stay as they are. The given sources join those that it
 * has; the same set again changes nothing. Throws with every problem at once, before anything is written.
 */
export function planApply(
  reader: StoreReader,
  view: Pick<OpenView, 'scopes'>,
  request: ApplyRequest,
): { readonly plan: Plan; readonly outcome: ApplyOutcome } {
  const { digest, kind, move, refresh, reviewed } = request
  const sources = sortedUnique(request.sources) as EntryId[]
  const own = reader.lineage({ top: digest }).filter((edge) => isDigestKind(edge.kind))
  const isUnder = (id: EntryId) => own.some((edge) => edge.under === id && edge.kind === kind)
  const added = sources.filter((id) => !isUnder(id))
  const rivals = added.flatMap((under) => rivalEdges(reader, { kind, top: digest, under }))
  const removals = move ? rivals : []
  const renewed = refresh ? own.filter((edge) => hashOf(reader, edge.under) !== edge.source_hash) : []
  const additions = [
    ...added.map((under): EdgeNow => ({ kind, top: digest, under })),
    ...renewed.map(({ kind: ofKind, top, under }): EdgeNow => ({ kind: ofKind, top, under })),
  ].map((edge) => withHash(reader, edge))
  const lineage: readonly LineageOperation[] = [
    ...removals.map((edge) => lineageRemoval(reader, edge)),
    ...additions.map((edge) => lineageAddition(reader, edge)),
  ]
  const inherited = inheritances(reader, lineage)
  const changes = { added: additions, removed: removals, revised: inherited }
  const after = openDigests(reader, view, [digest, ...sources], changes)
  refuse(findProblems({ reader, request: { ...request, sources: added }, rivals, after }))
  if (!reviewed) refuse(unchangedSince(reader, digest, renewed))

  const operations = [...lineage, ...inherited]
  const read = [digest, ...sources, ...renewed.map(({ under }) => under)].map(entryEntity)
  const moved = sortedUnique(removals.map(({ under }) => under)) as EntryId[]
  return {
    plan: {
      stage: 'edit',
      command: 'compact apply',
      ...(reviewed && { reason: 'checked, still right' }),
      operations,
      base: planBase(reader, [...read, ...operations.map(entityOf)]),
    },
    outcome: {
      digest,
      kind,
      added,
      already: sources.filter(isUnder),
      moved,
      refreshed: sortedUnique(renewed.map(({ under }) => under)) as EntryId[],
      compacts: standingUnder(after, [...own.map(({ under }) => under), ...added], digest),
      after,
    },
  }
}

type EdgeNow = Pick<LineageEdge, 'kind' | 'top' | 'under'>

/** Edges that a source has to another top, or to the same one by another kind. */
function rivalEdges(reader: StoreReader, { kind, top, under }: EdgeNow): readonly LineageEdge[] {
  return reader.lineage({ under }).filter((edge) => {
    if (!isDigestKind(edge.kind) || (edge.top === top && edge.kind === kind)) return false
    return reader.entry(edge.top)?.state === 'active'
  })
}

function withHash(reader: StoreReader, edge: EdgeNow): LineageEdge {
  const source_hash = hashOf(reader, edge.under)
  return { ...edge, recorded: 0, by: '', ...(source_hash !== undefined && { source_hash }) }
}

function hashOf(reader: StoreReader, id: EntryId): string | undefined {
  const entry = reader.entry(id)
  return entry === undefined ? undefined : contentHash(entry)
}

/** Sources of every kind, duplicates too, that exist. */
function standingUnder(after: Digests, unders: readonly EntryId[], digest: EntryId): readonly EntryId[] {
  const known = unders.filter((id) => id !== digest && after.viewOf(id) !== undefined)
  return ([...new Set(known)] as EntryId[]).sort(byText)
}

/** A refresh says that the author looked: the text changed, or the author says that it was reviewed. */
function unchangedSince(
  reader: StoreReader,
  digest: EntryId,
  renewed: readonly LineageEdge[],
): readonly VarveError[] {
  const now = hashOf(reader, digest)
  const stale = renewed.filter((edge) => now === hashAt(reader, digest, edge))
  if (stale.length === 0) return []
  const ids = sortedUnique(stale.map(({ under }) => under))
  return [
    new VarveError(
      'lineage',
      `unchanged: ${digest} still says what it said before ${ids.join(', ')} changed`,
      {
        subjects: [digest, ...ids],
        fix: [`varve edit ${digest}`, `varve compact apply ${digest} --refresh --reviewed`],
      },
    ),
  ]
}

/** What the digest said when an edge was registered: its text as its events up to then add up to it. */
function hashAt(reader: StoreReader, digest: EntryId, edge: LineageEdge): string | undefined {
  const registered = reader.events(entityOf({ op: 'lineage.remove', ...edge, was: null })).at(-1)?.record
  if (registered === undefined) return undefined
  const events = reader.events(entryEntity(digest)).filter(({ record }) => record <= registered)
  const then = foldEntry(digest, events)
  return then === undefined ? undefined : contentHash(then)
}

/** Throws one error that lists every problem, then every command that mends one. */
function refuse(problems: readonly VarveError[]): void {
  const [first] = problems
  if (first === undefined) return
  throw new VarveError(first.code, problems.map(({ message }) => message).join('\n'), {
    subjects: sortedUnique(problems.flatMap(({ subjects }) => subjects)),
    fix: [...new Set(problems.flatMap(({ fix }) => fix))],
  })
}
