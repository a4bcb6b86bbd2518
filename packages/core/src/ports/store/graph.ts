import type { EntryId } from '../../domain/ids.ts'
import type { LineageEdge } from '../../domain/lineage.ts'
import type { Link } from '../../domain/link.ts'

export interface LineageEnds {
  readonly top?: EntryId
  readonly under?: EntryId
  readonly touching?: Iterable<EntryId>
}

export interface LinkEnds {
  readonly from?: EntryId
  readonly to?: EntryId
  readonly touching?: Iterable<EntryId>
}

/** What entries stand in for, and what they link. */
export interface GraphReads {
  /** By kind, top, under. All, those between the given ends, or those with an end among `touching`. */
  lineage(ends: LineageEnds): readonly LineageEdge[]
  /** By from, type, to. All, those between the given ends, or those with an end among `touching`. */
  links(ends: LinkEnds): readonly Link[]
}

/** Edges are put and dropped whole. */
export interface GraphWrites {
  putLineage(edge: LineageEdge): void
  dropLineage(edge: Pick<LineageEdge, 'kind' | 'top' | 'under'>): void
  putLink(link: Link): void
  dropLink(link: Link): void
}
