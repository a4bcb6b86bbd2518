import { type Confidence, confidenceRank } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { sortedUnique } from '../domain/order.ts'
import type { EntryView } from '../ports/store.ts'
import type { DuplicateClasses } from './duplicate-classes/duplicate-classes.ts'
import type { EntrySet } from './entry-set.ts'
import type { Hiding, Hidings } from './hiding/hide-entries.ts'
import type { Representatives } from './representatives/choose-heads.ts'
import type { ClassTops } from './stand-ins/class-tops.ts'
import type { StandIns } from './stand-ins/resolve-stand-ins.ts'
import type { RivalHeads } from './supersession/rival-heads.ts'

/** Says of every entry how it stands in the resolved view, by id. */
export function entryViews(
  set: EntrySet,
  classes: DuplicateClasses,
  hidings: Hidings,
  rules: {
    readonly standIns: StandIns
    readonly representatives: Representatives
    readonly tops: ClassTops
    readonly rivals: RivalHeads
  },
): readonly EntryView[] {
  const isShown = (entry: number): boolean => hidings[entry] === undefined
  return set.byId.map((entry): EntryView => {
    const row = set.rowAt(entry)
    const hiding = hidings[entry]
    const stands_for = rules.standIns.sourceCountOf(entry)
    const { id, tags, confidence } = row
    if (hiding !== undefined) {
      const hidden = hiddenBy(set, hiding)
      return { id, hidden, tags, confidence, also_in: [], forks: [], contested_by: [], stands_for }
    }
    const duplicateClass = classes.classOf(entry)
    const spoken = spokenFor(set, entry, rules.representatives.liveMembersOf(duplicateClass))
    const forks = set.idsAt(rules.rivals.forksOf(entry).filter(isShown))
    const contested_by = set.idsAt(rules.tops.contestersOf(duplicateClass))
    return { id, ...spoken, forks, contested_by, stands_for }
  })
}

function hiddenBy(set: EntrySet, { reason, by: instead }: Hiding): NonNullable<EntryView['hidden']> {
  const byId: EntryId | null = instead === undefined ? null : set.idAt(instead)
  return { reason, by: byId }
}

/** A head shows what its whole class knows: every tag, and the best confidence stated at its time. */
function spokenFor(
  set: EntrySet,
  head: number,
  members: Int32Array,
): Pick<EntryView, 'tags' | 'confidence' | 'also_in'> {
  const own = set.rowAt(head)
  if (members.length <= 1) return { tags: own.tags, confidence: own.confidence, also_in: [] }
  const rows = Array.from(members, (member) => set.rowAt(member))
  const confidence = rows
    .filter((row) => row.at === own.at)
    .reduce<Confidence>(
      (best, row) => (confidenceRank(row.confidence) > confidenceRank(best) ? row.confidence : best),
      own.confidence,
    )
  return {
    tags: sortedUnique(rows.flatMap((row) => row.tags)),
    confidence,
    also_in: sortedUnique(rows.map((row) => row.category).filter((category) => category !== own.category)),
  }
}
