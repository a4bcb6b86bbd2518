import type { TokenCounter } from '../../ports/token-counter.ts'
import type { Candidate, CandidateLine, CandidateTable } from './allocation.ts'

/** The table of candidates that are given whole, most important first. */
export function candidateTable(candidates: readonly Candidate[], counter: TokenCounter): CandidateTable {
  const sections = [...new Set(candidates.map((candidate) => candidate.section))]
  const places = new Map(sections.map((section, place) => [section, place]))
  const rows = candidates.map((candidate) => ({
    ...candidate,
    place: places.get(candidate.section) ?? 0,
    cost: lineCost(candidate, counter),
  }))
  const at = (rank: number) => {
    const row = rows[rank]
    if (row === undefined) throw new RangeError(`no candidate of rank ${rank}`)
    return row
  }
  const demands = sections.map(() => 0)
  for (const { place, cost } of rows) demands[place] = (demands[place] ?? 0) + cost
  return {
    count: rows.length,
    sections,
    id: (rank) => at(rank).id,
    section: (rank) => at(rank).place,
    isLow: (rank) => at(rank).isLow,
    cost: (rank) => at(rank).cost,
    line: at,
    demands,
    findWithin: (from, most) => {
      for (let rank = from; rank < rows.length; rank++) if (at(rank).cost <= most) return rank
      return undefined
    },
  }
}

/** Tokens of the whole line, line feed included. */
export function lineCost(line: CandidateLine, counter: TokenCounter): number {
  return counter.count(`${wholeLine(line)}\n`)
}

/** The line of a candidate that is shown in full. */
export function wholeLine({ shortId, text, tail }: CandidateLine): string {
  return `- ${text === '' ? `(${shortId})` : text}${tail}`
}
