import {
  allocateIndex,
  type CandidateTable,
  candidateLine,
  cell,
  type EntryId,
  type IndexPlan,
  LOW,
  type Rendering,
  rowOf,
  shortIdAt,
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
  const { ids, categories, category, marks, cost, candidates } = rendering
  const places = sectionPlaces(rendering)
  return {
    count: candidates.length,
    sections: [...places.keys()].map((place) => categories[place] ?? ''),
    id: (rank) => ids[cell(candidates, rank)] ?? '',
    section: (rank) => places.get(cell(category, cell(candidates, rank))) ?? 0,
    isLow: (rank) => (cell(marks, cell(candidates, rank)) & LOW) !== 0,
    cost: (rank) => cell(cost, cell(candidates, rank)),
    line: (rank) => lineAt(source, rendering, cell(candidates, rank)),
  }
}

/** Categories of which the index may show an entry, and their places among themselves. */
function sectionPlaces({ categories, category, candidates }: Rendering): ReadonlyMap<number, number> {
  const has = new Uint8Array(categories.length)
  for (let rank = 0; rank < candidates.length; rank++) has[cell(category, cell(candidates, rank))] = 1
  const places = [...has.keys()].filter((place) => has[place] === 1)
  return new Map(places.map((place, index) => [place, index]))
}

function lineAt({ reader, view }: RenderingSource, { ids }: Rendering, row: number) {
  const id = ids[row] as EntryId
  const entry = reader.entry(id)
  const shortOf = (other: EntryId) => shortIdAt(ids, rowOf(ids, other))
  // Gone since the rendering was made: the next one sees it.
  if (entry === undefined) return { shortId: shortOf(id), text: '', tail: '' }
  return candidateLine(indexEntry(entry, view.viewOf(id), shortOf))
}
