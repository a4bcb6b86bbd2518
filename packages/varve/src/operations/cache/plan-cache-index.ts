import {
  allocateIndex,
  type CandidateTable,
  candidateLine,
  cell,
  type EntryId,
  entryId,
  type IndexPlan,
  idAt,
  LOW,
  listStretches,
  mayBeShown,
  type Rendering,
  type ShownEntry,
  type Stretch,
  shortIdOf,
  withProse,
} from '@varve/core'
import { type Narrative, narrativeKey } from '@varve/core/propose'
import type { RenderingSource } from './render-entries.ts'
import { indexEntry } from './rendered-entry.ts'

export interface CacheIndex {
  /** With the prose that is kept for its lines. */
  readonly plan: IndexPlan
  /** Lines that prose may stand for. */
  listStretches(): readonly Stretch[]
}

/** Chooses what the index shows; only the text of what is shown is read. */
export function planCacheIndex(
  source: RenderingSource,
  rendering: Rendering,
  { inputs, narratives }: { readonly inputs: string; readonly narratives: readonly Narrative[] },
): CacheIndex {
  const { categories, indexWeights, autoInjectTokenBudget, compaction } = source.config.memory
  const { counter } = source
  const config = { categories, indexWeights, budget: autoInjectTokenBudget, counter }
  const bare = allocateIndex(candidatesOf(source, rendering), config, inputs)
  const entryOf = (id: string) => shownEntry(source, rendering, entryId(id))
  const request = { entryOf, counter, most: compaction.maxEntriesPerCall }
  return {
    plan: narratives.length === 0 ? bare : withProse(bare, proseAmong(narratives), request),
    listStretches: () => listStretches(bare, request),
  }
}

function proseAmong(narratives: readonly Narrative[]): (stretch: Stretch) => string | undefined {
  const texts = new Map(narratives.map(({ category, key, text }) => [`${category} ${key}`, text]))
  return (stretch) => texts.get(`${stretch.category} ${narrativeKey(stretch)}`) || undefined
}

/** A model is shown nothing of what isn't trusted, and a mark stays beside its own line. */
function shownEntry({ reader, view }: RenderingSource, rendering: Rendering, id: EntryId): ShownEntry {
  const entry = reader.entry(id)
  if (entry === undefined) return { id, category: '', text: '', isPlain: false }
  const { text, tail } = candidateLine(
    indexEntry(entry, view.viewOf(id), (other) => shortIdOf(rendering, other)),
  )
  return { id, category: entry.category, text, isPlain: tail === '' && mayBeShown(entry) }
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
