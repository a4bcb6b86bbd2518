import type { Judge, MergeVerdict } from './judge.ts'
import type { LabelledPair } from './labelled-pair.ts'

/** How a judge did on some pairs. */
export interface Measures {
  readonly automatic: Precision
  readonly suggested: Precision
  /** Chance that a pair that says the same scores above one that doesn't; ties count half. */
  readonly areaUnderCurve: number
  /** The same against pairs that contradict each other alone, where the set names them; else not a number. */
  readonly areaAgainstContradictions: number
  readonly classes: readonly ClassMeasures[]
  /** Ids of pairs that it merged by itself and should not have. */
  readonly falseMerges: readonly string[]
}

export interface Precision {
  readonly taken: number
  readonly right: number
  readonly wanted: number
}

export interface ClassMeasures {
  readonly label: string
  readonly count: number
  readonly automatic: number
  readonly suggested: number
}

/** What the sets call a pair whose texts can't both hold. */
const CONTRADICTIONS: ReadonlySet<string> = new Set(['CONTRADICTION', 'contradiction', 'conflict'])

interface Judged extends LabelledPair, MergeVerdict {}

/** Judges pairs and counts. A fusable pair that is suggested is neither right nor wrong; merged by itself it is wrong. */
export function measureJudge(judge: Judge, pairs: readonly LabelledPair[]): Measures {
  const judged = pairs.map((pair): Judged => ({ ...pair, ...judge.verdict(pair.a, pair.b) }))
  const same = judged.filter(({ truth }) => truth === 'same')
  const apart = judged.filter(({ truth }) => truth === 'apart')
  const merged = judged.filter(({ auto }) => auto)
  const suggested = judged.filter(({ auto, propose, truth }) => (auto || propose) && truth !== 'fusable')
  const count = (taken: readonly Judged[]): Precision => ({
    taken: taken.length,
    right: taken.filter(({ truth }) => truth === 'same').length,
    wanted: same.length,
  })
  return {
    automatic: count(merged),
    suggested: count(suggested),
    areaUnderCurve: areaUnderCurve(same, apart),
    areaAgainstContradictions: areaUnderCurve(
      same,
      apart.filter(({ kind, label }) => CONTRADICTIONS.has(kind) || CONTRADICTIONS.has(label)),
    ),
    classes: classesOf(judged),
    falseMerges: merged.filter(({ truth }) => truth !== 'same').map(({ id }) => id),
  }
}

function classesOf(judged: readonly Judged[]): readonly ClassMeasures[] {
  const labels = [...new Set(judged.map(({ label }) => label))].sort()
  return labels.map((label) => {
    const members = judged.filter((pair) => pair.label === label)
    return {
      label,
      count: members.length,
      automatic: members.filter(({ auto }) => auto).length,
      suggested: members.filter(({ auto, propose }) => auto || propose).length,
    }
  })
}

/** By ranks, so that it takes sorting and not all pairs of pairs. */
function areaUnderCurve(same: readonly Judged[], apart: readonly Judged[]): number {
  if (same.length === 0 || apart.length === 0) return Number.NaN
  const scores = apart.map(({ score }) => score).sort((a, b) => a - b)
  const below = (score: number, orEqual: boolean): number => {
    let low = 0
    let high = scores.length
    while (low < high) {
      const middle = Math.trunc((low + high) / 2)
      const value = scores[middle] ?? 0
      if (value < score || (orEqual && value === score)) low = middle + 1
      else high = middle
    }
    return low
  }
  const wins = same.reduce((sum, { score }) => sum + (below(score, false) + below(score, true)) / 2, 0)
  return wins / (same.length * apart.length)
}
