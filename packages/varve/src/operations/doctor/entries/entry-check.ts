import type { Entry, EntryId, Issue, Link, StoreReader } from '@varve/core'
import type { Ontology } from '../../../import/qipu/ontology.ts'

/** What a check of one entry may ask of all the others. */
export interface EntryFacts {
  readonly reader: Pick<StoreReader, 'lineage' | 'entry'>
  /** The project's own words for types, where it has some. */
  readonly ontology: Ontology | undefined
  linksFrom(id: EntryId): readonly Link[]
  /** Whether a file is there, by its path from the top of the project. */
  hasFile(path: string): boolean
}

/** One kind of problem of an entry by itself. */
export type EntryCheck = (entry: Entry, facts: EntryFacts) => readonly Issue[]
