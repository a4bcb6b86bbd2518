import type { Entry, JsonObject, LineageEdge, Link, QuarantinedItem } from '@varve/core'

/** A file to write: `path` relative to the export's folder, with `/` between its parts. */
export interface ExportFile {
  readonly path: string
  readonly text: string
  /** SHA-256 of texts that it may be written over, for it was made from them. */
  readonly replaces?: readonly string[]
  /** Only Varve writes it. */
  readonly isOwn?: boolean
}

/** The memory that is exported, or the selected part of it. */
export interface ExportedMemory {
  readonly entries: readonly Entry[]
  readonly lineage: readonly LineageEdge[]
  readonly links: readonly Link[]
  /** The project's words for types and links, as an import found them. */
  readonly ontology?: JsonObject
  /** Decisions on review items, by id. */
  readonly reviews?: readonly { readonly id: string; readonly decision: JsonObject }[]
  readonly quarantine?: readonly QuarantinedItem[]
}
