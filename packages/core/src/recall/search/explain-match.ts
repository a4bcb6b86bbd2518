import { roundHalfAway } from '../../digest/compaction-percent.ts'
import type { EntryId } from '../../domain/ids.ts'
import { recordLine } from '../../render/records/record-line.ts'
import type { FoundEntry } from './show-results.ts'

/** Why an entry was found: what each word adds, both ranks, and the way to what is shown. */
export function explainJson({ match, path }: FoundEntry): object {
  const { terms, score, wordRank, meaningRank } = match
  return {
    terms: terms.map(({ word, weight }) => ({ word, weight: roundHalfAway(weight, 4) })),
    word_rank: wordRank ?? null,
    meaning_rank: meaningRank ?? null,
    score: roundHalfAway(score, 4),
    path,
  }
}

export function explainLines(found: FoundEntry, shortId: (id: EntryId) => string): readonly string[] {
  const { terms, score, wordRank, meaningRank } = found.match
  const ranks = [
    ...(wordRank === undefined ? [] : [`by words: ${wordRank}`]),
    ...(meaningRank === undefined ? [] : [`by meaning: ${meaningRank}`]),
  ]
  return [
    ...(terms.length === 0
      ? []
      : [`words: ${terms.map(({ word, weight }) => `${word} ${weight.toFixed(4)}`).join(', ')}`]),
    `rank ${ranks.join(', ')}; score ${score.toFixed(4)}, relevance ${found.relevance.toFixed(4)}`,
    ...(found.path.length > 1 ? [`matched ${found.path.map(shortId).join(' -> ')}`] : []),
  ]
}

export function explainRecords(id: EntryId, found: FoundEntry): readonly string[] {
  const { terms, score, wordRank, meaningRank } = found.match
  return [
    recordLine('D', ['rank', id], {
      words: wordRank,
      meaning: meaningRank,
      score: score.toFixed(4),
      relevance: found.relevance.toFixed(4),
    }),
    ...terms.map(({ word, weight }) => recordLine('D', ['term', id, word], { weight: weight.toFixed(4) })),
    ...(found.path.length > 1 ? [recordLine('D', ['path', id, ...found.path])] : []),
  ]
}
