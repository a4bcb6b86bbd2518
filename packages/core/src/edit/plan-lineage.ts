import type { EntryId } from '../domain/ids.ts'
import type { Judgement } from '../domain/judgement.ts'
import type { LineageKind } from '../domain/lineage.ts'
import type { LineageOperation, Since } from '../domain/operation.ts'
import { edgeMetadata } from '../journal/edge-inverse.ts'
import type { StoreReader } from '../ports/store.ts'

export interface EdgeRequest {
  readonly kind: LineageKind
  readonly top: EntryId
  readonly under: EntryId
  readonly source_hash?: string
  /** What the guard said of it. */
  readonly guard?: Judgement
  /** Who stated it when, where that is known. */
  readonly since?: Since
}

/** States that `top` stands in for `under`. */
export function lineageAddition(reader: StoreReader, edge: EdgeRequest): LineageOperation {
  return { op: 'lineage.add', ...edge, was: currentEdge(reader, edge) }
}

/** Withdraws that statement. */
export function lineageRemoval(reader: StoreReader, { kind, top, under }: EdgeRequest): LineageOperation {
  return { op: 'lineage.remove', kind, top, under, was: currentEdge(reader, { kind, top, under }) }
}

export function hasEdge(reader: StoreReader, edge: EdgeRequest): boolean {
  return currentEdge(reader, edge) !== null
}

function currentEdge(reader: StoreReader, { kind, top, under }: EdgeRequest): LineageOperation['was'] {
  const edge = reader.lineage({ top, under }).find((candidate) => candidate.kind === kind)
  return edge ? edgeMetadata(edge) : null
}
