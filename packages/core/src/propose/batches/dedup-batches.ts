import { comparableGroups, type Likeness, likenessAmong } from '../likeness.ts'
import type { MergeGroup, MergeSource } from '../merge-source.ts'
import type { Batch } from './batch.ts'

export const COVERAGES = ['auto', 'windows', 'all-pairs'] as const
export type Coverage = (typeof COVERAGES)[number]

const OVERLAP = 3

export interface DedupRequest {
  readonly coverage: Coverage
  readonly maxEntries: number
  readonly maxCalls: number
}

/**
 * The batches that duplicates in other words are looked for in: every pair of a group, where that takes no
 * more than half of the calls; else windows over a chain of what is most alike.
 */
export function listDedupBatches(
  groups: readonly MergeGroup[],
  { coverage, maxEntries, maxCalls }: DedupRequest,
): readonly Batch[] {
  const shared = groups.filter(({ candidates }) => candidates.length > 1)
  const calls = shared.reduce((sum, { candidates }) => sum + callsForAll(candidates.length, maxEntries), 0)
  const isAll = coverage === 'all-pairs' || (coverage === 'auto' && calls <= maxCalls / 2)
  return isAll
    ? shared.flatMap((group) => batchesOf(group, allPairs(group.candidates, maxEntries)))
    : comparableGroups(shared).flatMap((group) => batchesOf(group, windows(group.candidates, maxEntries)))
}

function callsForAll(count: number, maxEntries: number): number {
  const blocks = Math.ceil(count / blockSize(maxEntries))
  return blocks < 2 ? 1 : (blocks * (blocks - 1)) / 2
}

function blockSize(maxEntries: number): number {
  return Math.max(1, Math.floor(maxEntries / 2))
}

function batchesOf({ category }: MergeGroup, lists: readonly (readonly MergeSource[])[]): readonly Batch[] {
  return lists.map((candidates) => ({ kind: 'dedup', category, candidates }))
}

/** Blocks of half a call, each with each: every pair comes into one call at least. */
function allPairs(
  candidates: readonly MergeSource[],
  maxEntries: number,
): readonly (readonly MergeSource[])[] {
  const size = blockSize(maxEntries)
  if (candidates.length <= size) return [candidates]
  const blocks: (readonly MergeSource[])[] = []
  for (let at = 0; at < candidates.length; at += size) blocks.push(candidates.slice(at, at + size))
  return blocks.flatMap((block, at) => blocks.slice(at + 1).map((other) => [...block, ...other]))
}

/**
 *     a─b─c─d─e─f─g─h─i─j─k─l       most alike beside each other
 *     └───────10────────┘
 *                   └──overlap 3──┘
 */
function windows(
  candidates: readonly MergeSource[],
  maxEntries: number,
): readonly (readonly MergeSource[])[] {
  const chain = seriate(candidates)
  return windowStarts(chain.length, maxEntries).map((start) => chain.slice(start, start + maxEntries))
}

/** Where windows of `size` over `count` begin. */
export function windowStarts(count: number, size: number): readonly number[] {
  const starts = [0]
  const step = Math.max(1, size - OVERLAP)
  for (let start = 0; start + size < count; starts.push(start)) start = Math.min(start + step, count - size)
  return starts
}

/** From the smallest id on, always what is most alike to the last and not yet there; ties by id. */
function seriate(candidates: readonly MergeSource[]): readonly MergeSource[] {
  const likeness = likenessAmong(candidates)
  const left = new Set(candidates.keys())
  const order: number[] = []
  for (let last = 0; left.size > 0; ) {
    left.delete(last)
    order.push(last)
    last = mostAlike(likeness, last, left)
  }
  return order.flatMap((place) => candidates[place] ?? [])
}

function mostAlike(likeness: Likeness, place: number, others: ReadonlySet<number>): number {
  let best = -1
  for (const other of others) {
    if (best < 0 || likeness(place, other) > likeness(place, best)) best = other
  }
  return best
}
