import type { EntryId } from '../../domain/ids.ts'

/** Ids one after the other, as the bytes that they are written in: an id is plain ASCII. */
export interface IdColumn {
  readonly idBytes: Uint8Array
  /** Where the id of each row ends. */
  readonly idEnds: Uint32Array
}

export const NO_IDS: IdColumn = { idBytes: new Uint8Array(), idEnds: new Uint32Array() }

export function idAt({ idBytes, idEnds }: IdColumn, row: number): EntryId {
  // Written by `appendIds` alone.
  return String.fromCharCode(...idBytes.subarray(startOf(idEnds, row), idEnds[row])) as EntryId
}

/** The column with more ids behind those it has; every row stays where it is. */
export function appendIds(column: IdColumn, ids: readonly EntryId[]): IdColumn {
  if (ids.length === 0) return column
  const { idBytes, idEnds } = column
  const length = ids.reduce((sum, id) => sum + id.length, idBytes.length)
  const bytes = grown(idBytes, new Uint8Array(length))
  const ends = grown(idEnds, new Uint32Array(idEnds.length + ids.length))
  let end = idBytes.length
  for (const [place, id] of ids.entries()) {
    for (let index = 0; index < id.length; index++) bytes[end++] = id.charCodeAt(index)
    ends[idEnds.length + place] = end
  }
  return { idBytes: bytes, idEnds: ends }
}

/** Compares two ids in text order: of ASCII, that of the bytes. */
export function compareIds(a: IdColumn, rowA: number, b: IdColumn, rowB: number): number {
  const [startA, startB] = [startOf(a.idEnds, rowA), startOf(b.idEnds, rowB)]
  const lengthA = (a.idEnds[rowA] ?? 0) - startA
  const lengthB = (b.idEnds[rowB] ?? 0) - startB
  const shared = Math.min(lengthA, lengthB)
  for (let index = 0; index < shared; index++) {
    const difference = (a.idBytes[startA + index] ?? 0) - (b.idBytes[startB + index] ?? 0)
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}

/** As `compareIds`, of a row and an id. */
export function compareId({ idBytes, idEnds }: IdColumn, row: number, id: string): number {
  const start = startOf(idEnds, row)
  const length = (idEnds[row] ?? 0) - start
  const shared = Math.min(length, id.length)
  for (let index = 0; index < shared; index++) {
    const difference = (idBytes[start + index] ?? 0) - id.charCodeAt(index)
    if (difference !== 0) return difference
  }
  return length - id.length
}

function startOf(ends: Uint32Array, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] ?? 0)
}

/** Puts what there is at the beginning of a longer column. */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  column: T,
  longer: T,
): T {
  longer.set(column)
  return longer
}
