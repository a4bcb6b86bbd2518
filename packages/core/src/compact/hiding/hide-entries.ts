import type { HiddenReason } from '../../ports/store.ts'
import type { DuplicateClasses } from '../duplicate-classes/duplicate-classes.ts'
import type { EntrySet } from '../entry-set.ts'
import type { Representatives } from '../representatives/choose-heads.ts'
import type { ClassTops } from '../stand-ins/class-tops.ts'
import type { StandIns } from '../stand-ins/resolve-stand-ins.ts'
import type { Supersession } from '../supersession/resolve-supersession.ts'

/** Why an entry is hidden, and the entry to look at instead, if there is one. */
export interface Hiding {
  readonly reason: HiddenReason
  readonly by: number | undefined
}

/** What each entry of the set is hidden by; undefined for what is shown. */
export type Hidings = (Hiding | undefined)[]

/**
 * Gives each entry the first reason that applies. Supersession outranks the rest; what a person
 * took away stays away, but leads on to whoever says the same.
 */
export function hideEntries(
  set: EntrySet,
  classes: DuplicateClasses,
  supersession: Supersession,
  standIns: StandIns,
  representatives: Representatives,
  tops: ClassTops,
): Hidings {
  const hidings: Hidings = []
  for (const [entry, row] of set.rows.entries()) {
    const duplicateClass = classes.classOf(entry)
    const head = representatives.headOf(duplicateClass)
    const duplicateTop = representatives.duplicateTopOf(entry)
    const classTop = tops.topOf(duplicateClass)
    const instead = head ?? duplicateTop ?? classTop?.top
    if (supersession.isDead(entry)) {
      hidings.push({ reason: 'superseded', by: supersession.killerOf(entry) })
    } else if (row.retracted) {
      hidings.push({ reason: 'retracted', by: instead })
    } else if (row.forgotten) {
      hidings.push({ reason: 'forgotten', by: instead })
    } else if (standIns.isDissolved(entry)) {
      hidings.push({ reason: 'dissolved', by: instead ?? standIns.insteadOf(entry) })
    } else if (entry !== head) {
      hidings.push({ reason: 'duplicate', by: duplicateTop ?? head })
    } else if (classTop !== undefined) {
      hidings.push({ reason: classTop.kind === 'merges' ? 'merged' : 'digested', by: classTop.top })
    } else {
      hidings.push(undefined)
    }
  }
  showWhatLeadsBack(hidings)
  return hidings
}

/**
 * A dissolved merge may have superseded what its sources rest on, so that the chain from it leads
 * back to it. Then it is the last that says anything, and it is shown: a set never resolves to
 * nothing. Only dissolved merges can close such a cycle.
 */
function showWhatLeadsBack(hidings: Hidings): void {
  const walkOf = new Int32Array(hidings.length).fill(-1)
  for (let start = 0; start < hidings.length; start++) {
    const path: number[] = []
    let entry: number | undefined = start
    while (entry !== undefined && walkOf[entry] === -1) {
      walkOf[entry] = start
      path.push(entry)
      entry = hidings[entry]?.by
    }
    if (entry === undefined || walkOf[entry] !== start) continue
    const cycle = path.slice(path.indexOf(entry))
    const shown = cycle.filter((member) => hidings[member]?.reason === 'dissolved')
    const greatest = shown.reduce((a, b) => Math.max(a, b), -1)
    if (greatest >= 0) hidings[greatest] = undefined
  }
}
