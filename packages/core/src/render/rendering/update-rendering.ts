import { utf8Length } from '../../domain/utf8.ts'
import { addSums, type InputSum, subtractSums } from '../input-sum.ts'
import { type Alignment, newRowsOf } from './align-rendering.ts'
import { mergeRows } from './merge-rows.ts'
import {
  byImportance,
  CANDIDATE,
  type Columns,
  cell,
  emptyColumns,
  hiddenCode,
  inFileOrder,
  marksOf,
  type RenderedEntry,
  type Rendering,
} from './rendering.ts'

export interface UpdatedRendering {
  readonly rendering: Rendering
  /** For each row with a bullet that stays, where that began in its file, in bytes from the first bullet. */
  readonly starts: Uint32Array
  /** The rows made anew that have a bullet, and its text. */
  readonly fresh: ReadonlyMap<number, string>
}

/**
 * Puts `fresh` in the place of what `old` knew of the changed ids: the entries of the alignment's
 * `freshRows`, in text order. The result is the same in whatever steps it is reached.
 */
export function updateRendering(
  old: Rendering,
  alignment: Alignment,
  fresh: readonly RenderedEntry[],
): UpdatedRendering {
  const { ids, freshRows } = alignment
  const categories = new Map(old.categories.map((name, place) => [name, place]))
  const columns = copyColumns(old, alignment)
  const texts = new Map<number, string>()
  for (const [place, entry] of fresh.entries()) {
    const row = freshRows[place] ?? 0
    fillRow(columns, row, entry, placeOf(categories, entry.category))
    if (entry.bullet !== undefined) texts.set(row, entry.bullet)
  }
  const newRows = newRowsOf(old.ids.length, alignment)
  const { bullets, starts } = keptBullets(old, newRows, ids.length)
  const shown = freshRows.filter((row) => (cell(columns.marks, row) & CANDIDATE) !== 0)
  return {
    rendering: {
      ids,
      ...columns,
      categories: [...categories.keys()],
      bullets: mergeRows(bullets, [...texts.keys()], (a, b) => inFileOrder(columns, a, b)),
      candidates: mergeRows(keptRows(old.candidates, newRows), shown, (a, b) => byImportance(columns, a, b)),
      sum: sumOf(old, alignment, fresh),
      live: countLive(old, columns, alignment, categories.size),
      hiddenFor: countHidden(old, alignment, fresh),
    },
    starts,
    fresh: texts,
  }
}

function copyColumns(old: Rendering, { ids, stretches }: Alignment): Columns {
  const columns = emptyColumns(ids.length)
  for (const { from, to, length } of stretches) {
    columns.digests.set(old.digests.subarray(from * 4, (from + length) * 4), to * 4)
    columns.hidden.set(old.hidden.subarray(from, from + length), to)
    columns.category.set(old.category.subarray(from, from + length), to)
    columns.marks.set(old.marks.subarray(from, from + length), to)
    columns.at.set(old.at.subarray(from, from + length), to)
    columns.cost.set(old.cost.subarray(from, from + length), to)
    columns.size.set(old.size.subarray(from, from + length), to)
  }
  return columns
}

function fillRow(columns: Columns, row: number, entry: RenderedEntry, category: number): void {
  columns.digests.set(entry.digest, row * 4)
  columns.hidden[row] = hiddenCode(entry.hidden)
  columns.category[row] = category
  columns.marks[row] = marksOf(entry)
  columns.at[row] = entry.at
  columns.cost[row] = entry.candidate?.cost ?? 0
  columns.size[row] = entry.bullet === undefined ? 0 : utf8Length(entry.bullet) + 1
}

function placeOf(categories: Map<string, number>, name: string): number {
  const place = categories.get(name) ?? categories.size
  categories.set(name, place)
  return place
}

function sumOf(old: Rendering, { leftRows }: Alignment, fresh: readonly RenderedEntry[]): InputSum {
  let sum = old.sum
  for (const row of leftRows) sum = subtractSums(sum, digestAt(old, row))
  for (const { digest } of fresh) sum = addSums(sum, digest)
  return sum
}

function digestAt({ digests }: Rendering, row: number): InputSum {
  const word = (place: number) => cell(digests, row * 4 + place)
  return [word(0), word(1), word(2), word(3)]
}

function keptRows(rows: Uint32Array, newRows: Int32Array): Uint32Array {
  const kept = new Uint32Array(rows.length)
  let count = 0
  for (let place = 0; place < rows.length; place++) {
    const now = newRows[cell(rows, place)] ?? -1
    if (now >= 0) kept[count++] = now
  }
  return kept.subarray(0, count)
}

/** The bullets that stay, as rows of now, and where each began. */
function keptBullets(
  { bullets, category, size }: Rendering,
  newRows: Int32Array,
  rows: number,
): { readonly bullets: Uint32Array; readonly starts: Uint32Array } {
  const starts = new Uint32Array(rows)
  let file = -1
  let offset = 0
  for (let place = 0; place < bullets.length; place++) {
    const row = cell(bullets, place)
    if (cell(category, row) !== file) {
      file = cell(category, row)
      offset = 0
    }
    const now = newRows[row] ?? -1
    if (now >= 0) starts[now] = offset
    offset += cell(size, row)
  }
  return { bullets: keptRows(bullets, newRows), starts }
}

function countLive(
  old: Rendering,
  columns: Columns,
  { leftRows, freshRows }: Alignment,
  categories: number,
): readonly number[] {
  const live = Array.from({ length: categories }, (_, place) => old.live[place] ?? 0)
  const count = ({ category, hidden }: Columns, row: number, by: number) => {
    const place = cell(category, row)
    if (cell(hidden, row) === 0) live[place] = (live[place] ?? 0) + by
  }
  for (const row of leftRows) count(old, row, -1)
  for (const row of freshRows) count(columns, row, 1)
  return live
}

function countHidden(
  old: Rendering,
  { leftRows }: Alignment,
  fresh: readonly RenderedEntry[],
): readonly number[] {
  const hiddenFor = [...old.hiddenFor]
  const count = (code: number, by: number) => {
    if (code > 0) hiddenFor[code - 1] = (hiddenFor[code - 1] ?? 0) + by
  }
  for (const row of leftRows) count(cell(old.hidden, row), -1)
  for (const { hidden } of fresh) count(hiddenCode(hidden), 1)
  return hiddenFor
}
