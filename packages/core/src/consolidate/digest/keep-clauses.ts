import type { Member } from '../cluster/member.ts'
import { type Clause, splitClauses } from './clauses.ts'

/** A text without anything specific is told by its beginning. */
const LONGEST_BEGINNING = 120

/** What a digest keeps of one member. */
export interface KeptText {
  readonly member: Member
  /** In their order; empty where newer members say all of it. */
  readonly clauses: readonly string[]
  /** Left out first where space is short: nothing in it is specific. */
  readonly isSpare: boolean
}

/** What is kept of each member, in the given order; the newest speaks first, and the older ones add to it. */
export function keepClauses(oldestFirst: readonly Member[]): readonly KeptText[] {
  const covered = new Set<string>()
  return oldestFirst
    .toReversed()
    .map((member) => keepOf(member, covered))
    .toReversed()
}

function keepOf(member: Member, covered: Set<string>): KeptText {
  const clauses = splitClauses(member.text)
  const kept = new Set<Clause>(clauses.filter(({ isTelling }) => isTelling))
  for (const { anchors } of kept) for (const key of anchors) covered.add(key)
  if (member.anchors.length === 0) return keepBeginning(member, clauses, kept)
  const open = new Set(member.anchors.filter((key) => !covered.has(key)))
  for (let next = mostOf(clauses, open); next !== undefined; next = mostOf(clauses, open)) {
    kept.add(next)
    for (const key of next.anchors) open.delete(key)
  }
  for (const key of member.anchors) covered.add(key)
  // Something specific that no clause has by itself, as a stretch of code over several lines.
  if (open.size > 0) return { member, clauses: [member.text], isSpare: false }
  return { member, clauses: textsOf(clauses, kept), isSpare: false }
}

function keepBeginning(member: Member, clauses: readonly Clause[], telling: ReadonlySet<Clause>): KeptText {
  const [first] = clauses
  if (first === undefined || telling.size > 0) {
    return { member, clauses: textsOf(clauses, telling), isSpare: false }
  }
  const beginning = [...first.text].slice(0, LONGEST_BEGINNING).join('')
  return { member, clauses: [beginning], isSpare: true }
}

/** The clause with the most of what is still open; the earlier of two. */
function mostOf(clauses: readonly Clause[], open: ReadonlySet<string>): Clause | undefined {
  let best: Clause | undefined
  let most = 0
  for (const clause of clauses) {
    const count = [...clause.anchors].filter((key) => open.has(key)).length
    if (count > most) [best, most] = [clause, count]
  }
  return best
}

function textsOf(clauses: readonly Clause[], kept: ReadonlySet<Clause>): readonly string[] {
  return clauses.filter((clause) => kept.has(clause)).map(({ text }) => text)
}
