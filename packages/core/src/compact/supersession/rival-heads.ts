import type { EntryId } from '../../domain/ids.ts'
import type { Issue } from '../../domain/issue.ts'
import type { EntrySet } from '../entry-set.ts'
import type { Findings } from '../findings.ts'
import { groupBy } from '../group-by.ts'
import { type ReviewItem, reviewCommands, reviewItemId } from '../review-item.ts'
import type { ClassSupersession } from './class-supersession.ts'

/** Heads that supersession leaves side by side. */
export interface RivalHeads extends Findings {
  /** The other heads that supersede what a head supersedes, sorted. */
  forksOf(head: number): readonly number[]
}

/** A head that a class is shown by, before contradictions; undefined where it shows none. */
export type ShownHead = (duplicateClass: number) => number | undefined

interface Rivals {
  readonly kind: 'lineage_fork' | 'reasserted'
  readonly heads: readonly EntryId[]
  readonly at: number
  readonly message: string
}

/** A fork with more heads than this lists its newest ones at each: the issue names them all. */
const FORKS_LISTED = 20

/**
 * Reports a class that is shown again although it was superseded, and heads that supersede one
 * class: all stay, marked, and a person decides.
 */
export function rivalHeads(
  set: EntrySet,
  pairs: readonly ClassSupersession[],
  shownHead: ShownHead,
): RivalHeads {
  const forked = new Map<string, readonly number[]>()
  for (const [, superseders] of groupBy(pairs, ({ under }) => under)) {
    const heads = superseders.map(({ over }) => shownHead(over)).filter((head) => head !== undefined)
    if (heads.length > 1)
      forked.set(
        set.idsAt(heads).join(' '),
        heads.sort((a, b) => b - a),
      )
  }
  const rivals = [
    ...[...forked.values()].map((heads) => forkOf(set, heads)),
    ...reassertions(set, pairs, shownHead),
  ]
  const forks = otherHeads([...forked.values()])
  return {
    forksOf: (head) => forks.get(head) ?? [],
    issues: rivals.map(issueOf),
    review: rivals.map((rival) => itemOf(rival)),
  }
}

function forkOf(set: EntrySet, heads: readonly number[]): Rivals {
  const ids = set.idsAt(heads)
  return {
    kind: 'lineage_fork',
    heads: ids,
    at: newestOf(set, heads),
    message: `${ids.join(', ')} supersede the same entry`,
  }
}

function reassertions(
  set: EntrySet,
  pairs: readonly ClassSupersession[],
  shownHead: ShownHead,
): readonly Rivals[] {
  const found = new Map<string, Rivals>()
  for (const { over, under } of pairs) {
    const top = shownHead(over)
    const again = shownHead(under)
    if (top === undefined || again === undefined) continue
    const heads = set.idsAt([top, again])
    found.set(heads.join(' '), {
      kind: 'reasserted',
      heads,
      at: newestOf(set, [top, again]),
      message: `${heads.join(', ')}: one was superseded by the other's text and stated again`,
    })
  }
  return [...found.values()]
}

function newestOf(set: EntrySet, heads: readonly number[]): number {
  return set.rowAt(heads.reduce((a, b) => Math.max(a, b))).at
}

function otherHeads(forked: readonly (readonly number[])[]): ReadonlyMap<number, readonly number[]> {
  const others = new Map<number, Set<number>>()
  for (const heads of forked) {
    for (const head of heads) {
      const known = others.get(head) ?? new Set()
      others.set(head, known)
      for (const other of heads.slice(0, FORKS_LISTED + 1)) if (other !== head) known.add(other)
    }
  }
  return new Map([...others].map(([head, known]) => [head, [...known]]))
}

function issueOf({ kind, heads, message }: Rivals): Issue {
  const fix = reviewCommands(reviewItemId(kind, heads))
  return { code: kind, severity: 'warning', subjects: heads, message, fix }
}

function itemOf({ kind, heads, at }: Rivals): ReviewItem {
  return { id: reviewItemId(kind, heads), kind, subjects: heads, at }
}
