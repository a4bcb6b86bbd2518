/** A stretch of places that stay next to each other, or values that come between. */
export type Piece = { readonly from: number; readonly to: number } | { readonly values: readonly number[] }

/**
 * Takes the places `gone` out of `length` and puts the values `added` in: each before what is at its
 * place in `places`. All places rise.
 */
export function splicePieces(
  length: number,
  gone: readonly number[],
  added: readonly number[],
  places: readonly number[],
): readonly Piece[] {
  const pieces: Piece[] = []
  let next = 0
  let left = 0
  let coming: number[] | undefined
  const keep = (to: number) => {
    if (to <= next) return
    pieces.push({ from: next, to })
    coming = undefined
  }
  const keepUntil = (end: number) => {
    for (; left < gone.length && (gone[left] ?? 0) < end; left++) {
      keep(gone[left] ?? 0)
      next = (gone[left] ?? 0) + 1
    }
    keep(end)
    next = Math.max(next, end)
  }
  for (const [index, value] of added.entries()) {
    keepUntil(places[index] ?? 0)
    if (coming === undefined) {
      coming = []
      pieces.push({ values: coming })
    }
    coming.push(value)
  }
  keepUntil(length)
  return pieces
}

/** The column that the pieces make; `toCell` tells what stands for each value that came between. */
export function splicedColumn(
  column: Uint32Array,
  pieces: readonly Piece[],
  toCell: (value: number) => number = (value) => value,
): Uint32Array {
  const spliced = new Uint32Array(lengthOf(pieces))
  let length = 0
  for (const piece of pieces) {
    if ('values' in piece) {
      for (const value of piece.values) spliced[length++] = toCell(value)
      continue
    }
    spliced.set(column.subarray(piece.from, piece.to), length)
    length += piece.to - piece.from
  }
  return spliced
}

/** The first place whose row doesn't come before what is looked for; `order` compares a row with that. */
export function firstPlace(rows: Uint32Array, order: (row: number) => number): number {
  let least = 0
  let most = rows.length
  while (least < most) {
    const middle = (least + most) >>> 1
    if (order(rows[middle] ?? 0) < 0) least = middle + 1
    else most = middle
  }
  return least
}

function lengthOf(pieces: readonly Piece[]): number {
  let length = 0
  for (const piece of pieces) length += 'values' in piece ? piece.values.length : piece.to - piece.from
  return length
}
