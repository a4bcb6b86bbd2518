import { comparePair } from '@varve/core/guard'
import { createCandidateIndex } from '../../packages/core/src/candidates/candidate-index.ts'
import { splitHalves } from './halves.ts'
import type { Judge, MakeJudges } from './judge.ts'
import type { LabelledPair } from './labelled-pair.ts'
import { hammingDistance, simHash } from './sim-hash.ts'

const THRESHOLDS = [0.85, 0.9, 0.95] as const
const SIM_HASH_DISTANCE = 3

/** A score of two texts, 0 to 1. */
export type Score = (a: string, b: string) => number

/** Cosine of TF-IDF character n-grams at fixed thresholds and at tuned ones, a 64-bit hash gate, and shared words. */
export const makeBaselines: MakeJudges = async ({ pairs }) => {
  const index = createCandidateIndex(pairs.flatMap(({ a, b }) => [a, b]).map((text) => ({ id: text, text })))
  const cosine: Score = (a, b) => index.similarity(a, b) ?? 0
  return [
    ...THRESHOLDS.map((threshold) =>
      gate(`n-gram cosine ≥ ${threshold.toFixed(2)}`, cosine, threshold, threshold),
    ),
    tunedGate('n-gram cosine, tuned', cosine, pairs),
    simHashGate(),
    sharedWords(),
  ]
}

/**
 * A gate at the thresholds that do best on the tuning half: suggestions by F1; automatic merges at the
 * lowest that made no mistake there.
 */
export function tunedGate(name: string, score: Score, pairs: readonly LabelledPair[]): Judge {
  const scored = splitHalves(pairs)
    .tuning.filter(({ truth }) => truth !== 'fusable')
    .map(({ a, b, truth }) => ({ score: score(a, b), isSame: truth === 'same' }))
  const highestApart = Math.max(0, ...scored.filter(({ isSame }) => !isSame).map((pair) => pair.score))
  const same = scored.filter(({ isSame }) => isSame).length
  const steps = Array.from({ length: 100 }, (_, step) => step / 100)
  const quality = (threshold: number): number => {
    const taken = scored.filter((pair) => pair.score >= threshold)
    return (2 * taken.filter(({ isSame }) => isSame).length) / (taken.length + same || 1)
  }
  const best = steps.reduce((kept, step) => (quality(step) > quality(kept) ? step : kept), 0)
  return gate(
    `${name} (≥ ${best.toFixed(2)}; > ${highestApart.toFixed(2)})`,
    score,
    highestApart + 1e-9,
    best,
  )
}

function gate(name: string, score: Score, auto: number, propose: number): Judge {
  return {
    name,
    verdict(a, b) {
      const value = score(a, b)
      return { auto: value >= auto, propose: value >= propose, score: value }
    },
  }
}

function simHashGate(): Judge {
  return {
    name: `64-bit simhash, distance ≤ ${SIM_HASH_DISTANCE}`,
    verdict(a, b) {
      const distance = hammingDistance(simHash(a), simHash(b))
      const isNear = distance <= SIM_HASH_DISTANCE
      return { auto: isNear, propose: isNear, score: 1 - distance / 64 }
    },
  }
}

/** What the words of two texts have in common, whatever else tells them apart: it only proposes. */
function sharedWords(): Judge {
  return {
    name: 'words: Jaccard ≥ 0.60 or containment ≥ 0.85',
    verdict(a, b) {
      const { jaccard, overlap } = comparePair(a, b)
      const isNear = jaccard >= 0.6 || overlap >= 0.85
      return { auto: false, propose: isNear, score: Math.max(jaccard / 0.6, overlap / 0.85) }
    },
  }
}
