import type { Entry, LineageEdge, Link } from '@varve/core'

/** A file to write: `path` relative to the export's folder, with `/` between its parts. */
export interface ExportFile {
  readonly path: string
  readonly text: string
}

/** The memory that is exported, or the selected part of it. */
export interface ExportedMemory {
  readonly entries: readonly Entry[]
  readonly lineage: readonly LineageEdge[]
  readonly links: readonly Link[]
}
