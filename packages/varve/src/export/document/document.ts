import type { Entry, EntryId } from '@varve/core'

export const LINK_MODES = ['preserve', 'markdown', 'anchors'] as const
export type LinkMode = (typeof LINK_MODES)[number]

/** An entry of a document. */
export interface DocumentEntry {
  readonly entry: Entry
  /** What it stands for, at any depth: their sources are its own, and links to them lead to it. */
  readonly members: readonly Entry[]
}

/** Entries that were chosen to be read as one text, in its order. */
export interface ExportedDocument {
  readonly entries: readonly DocumentEntry[]
  /** Ids of collections that were asked for: an outline is of them. */
  readonly roots: readonly EntryId[]
  readonly linkMode: LinkMode
}
