import {
  allocateIndex,
  type CandidateTable,
  candidateLine,
  cell,
  type EntryId,
  type IndexPlan,
  idAt,
  LOW,
  type Rendering,
  shortIdOf,
} from '@varve/core'
import type { RenderingSource } from './render-entries.ts'
import { indexEntry } from './rendered-entry.ts'

/** Chooses what the index shows; only the text of what is shown is read. */
export function planCacheIndex(source: RenderingSource, rendering: Rendering, inputs: string): IndexPlan {
  const { categories, indexWeights, autoInjectTokenBudget } = source.config.memory
  const config = { categories, indexWeights, budget: autoInjectTokenBudget, counter: source.counter }
  return allocateIndex(candidatesOf(source, rendering), config, inputs)
}

function candidatesOf(source: RenderingSource, rendering: Rendering): CandidateTable {
  const { categories, category, marks, candidates, candidateCosts, demands } = rendering
  const places = sectionPlaces(rendering)
  const rowAt = (rank: number) => cell(candidates, rank)
  return {
    count: candidates.length,
    sections: [...places.keys()].map((place) => categories[place] ?? ''),
    id: (rank) => idAt(rendering, rowAt(rank)),
    section: (rank) => places.get(cell(category, rowAt(rank))) ?? 0,
    isLow: (rank) => (cell(marks, rowAt(rank)) & LOW) !== 0,
    cost: (rank) => cell(candidateCosts, rank),
    line: (rank) => lineAt(source, rendering, idAt(rendering, rowAt(rank))),
    demands: [...places.keys()].map((place) => demands[place]?.cost ?? 0),
    findWithin: (from, most) => {
      for (let rank = from; rank < candidateCosts.length; rank++) {
        if (cell(candidateCosts, rank) <= most) return rank
      }
      return undefined
    },
  }
}

/** Categories of which the index may show an entry, and their places among themselves. */
function sectionPlaces({ demands }: Rendering): ReadonlyMap<number, number> {
  const places = [...demands.keys()].filter((place) => (demands[place]?.count ?? 0) > 0)
  return new Map(places.map((place, index) => [place, index]))
}

function lineAt({ reader, view }: RenderingSource, rendering: Rendering, id: EntryId) {
  const entry = reader.entry(id)
  const shortOf = (other: EntryId) => shortIdOf(rendering, other)
  // Gone since the rendering was made: the next one sees it.
  if (entry === undefined) return { shortId: shortOf(id), text: '', tail: '' }
  return candidateLine(indexEntry(entry, view.viewOf(id), shortOf))
}
