import { assertedTo, type Entry, trustRank, weakestFirst } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Judgement } from '../domain/judgement.ts'
import { entityOf, type LineageOperation } from '../domain/operation.ts'
import { by, byNumber, byText, inOrder, sortedUnique } from '../domain/order.ts'
import type { Plan } from '../domain/plan.ts'
import type { ViewOf } from '../edit/find-head.ts'
import { lineageAddition } from '../edit/plan-lineage.ts'
import { GUARD_VERSION } from '../guard/pair/pair-result.ts'
import { planBase } from '../journal/apply-plan.ts'
import { inheritances } from '../journal/inherited-fields.ts'
import type { NearPair, StoreReader } from '../ports/store.ts'

const COMMAND = 'compact'
const REASON = 'safe duplicates'

/** Whether rules alone made it, so that its merges are held to what rules may do. */
export function isSafeDuplicatesPlan({ command, reason }: Pick<Plan, 'command' | 'reason'>): boolean {
  return command === COMMAND && reason === REASON
}

/**
 * The plan that puts safe duplicates under the strongest of them: entries whose texts differ by
 * harmless edits alone. What was decided before, by a person or by an undo, isn't decided again.
 */
export function planSafeDuplicates(reader: StoreReader, viewOf: ViewOf, pairs: readonly NearPair[]): Plan {
  const merges = groupsOf(pairs.filter((pair) => pair.verdict === 'duplicate-safe'))
    .flatMap((ids) => operationsOf(reader, viewOf, ids))
    .filter((operation) => !wasDecided(reader, operation))
  const read = merges.flatMap(({ top, under }) => [`entry ${top}`, `entry ${under}`])
  return {
    stage: 'edit',
    command: COMMAND,
    reason: REASON,
    operations: [...merges, ...inheritances(reader, merges)],
    base: planBase(reader, read),
  }
}

/** Sameness up to harmless edits is an equivalence, so groups can't snowball. */
function groupsOf(pairs: readonly NearPair[]): readonly (readonly EntryId[])[] {
  const groupOf = new Map<EntryId, Set<EntryId>>()
  for (const { a, b } of pairs) {
    const joined = new Set([...(groupOf.get(a) ?? [a]), ...(groupOf.get(b) ?? [b])])
    for (const id of joined) groupOf.set(id, joined)
  }
  return [...new Set(groupOf.values())]
    .map((group) => sortedUnique(group) as EntryId[])
    .sort(by((group) => group[0] ?? '', byText))
}

function operationsOf(
  reader: StoreReader,
  viewOf: ViewOf,
  ids: readonly EntryId[],
): readonly LineageOperation[] {
  const heads = ids
    .filter((id) => viewOf(id)?.hidden === undefined)
    .flatMap((id) => reader.entry(id) ?? [])
    .sort(strongestLast)
  // What is pinned stays where it is: the others go under it, unless they are trusted more (MG-45).
  const survivor = heads.findLast(({ pinned }) => pinned) ?? heads.at(-1)
  if (survivor === undefined) return []
  return heads
    .filter((entry) => entry !== survivor && !entry.pinned && isTrustedAtMost(entry, survivor))
    .map((entry) =>
      lineageAddition(reader, { kind: 'duplicates', top: survivor.id, under: entry.id, guard: SAFE }),
    )
}

/** Groups are by one key, so the verdict of a pair of them is that of all. */
const SAFE: Judgement = { guard_v: GUARD_VERSION, verdict: 'duplicate-safe', reasons: [], flags: [] }

function isTrustedAtMost(entry: Entry, survivor: Entry): boolean {
  return trustRank(entry.source.trust) <= trustRank(survivor.source.trust)
}

/** An entry of lower trust never stands over one of higher; then the total order of entries decides. */
export const strongestLast = inOrder<Entry>(
  by((entry) => trustRank(entry.source.trust), byNumber),
  by((entry) => ({ id: entry.id, at: assertedTo(entry), confidence: entry.confidence }), weakestFirst),
)

function wasDecided(reader: StoreReader, { top, under }: LineageOperation): boolean {
  return [
    { top, under },
    { top: under, under: top },
  ].some(
    (ends) =>
      reader.events(entityOf({ op: 'lineage.add', kind: 'duplicates', ...ends, was: null })).length > 0,
  )
}
