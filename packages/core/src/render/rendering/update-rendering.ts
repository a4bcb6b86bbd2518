import { byNumber } from '../../domain/order.ts'
import { utf8Length } from '../../domain/utf8.ts'
import { addSums, type InputSum, subtractSums } from '../input-sum.ts'
import type { Alignment } from './align-rendering.ts'
import type { OrderedIds } from './find-place.ts'
import { grown } from './id-column.ts'
import {
  byImportance,
  CANDIDATE,
  type Columns,
  cell,
  type Demand,
  HAS_BULLET,
  hiddenCode,
  inFileOrder,
  marksOf,
  type RenderedEntry,
  type Rendering,
  type Row,
} from './rendering.ts'
import { firstPlace, type Piece, splicedColumn, splicePieces } from './spliced-rows.ts'

const NO_DEMAND: Demand = { count: 0, cost: 0 }

export interface UpdatedRendering {
  readonly before: Rendering
  readonly rendering: Rendering
  /** How the bullets came about: what stays of those before, and rows made anew. */
  readonly bulletPieces: readonly Piece[]
  /** By row, the bullets that were made anew. */
  readonly freshBullets: ReadonlyMap<number, string>
}

/**
 * Puts `fresh` in the place of what `old` knew of the changed ids: the entries of the alignment's
 * `freshRows`, in text order; they are read once, one after the other. Whatever steps lead to a rendering,
 * the same is listed in the same order.
 */
export function updateRendering(
  old: Rendering,
  alignment: Alignment,
  fresh: Iterable<RenderedEntry>,
): UpdatedRendering {
  const { leftRows, freshRows, order, idBytes, idEnds } = alignment
  const categories = new Map(old.categories.map((name, place) => [name, place]))
  const columns = grownColumns(old, idEnds.length)
  const freshBullets = new Map<number, string>()
  const costs = new Map<number, number>()
  let sum = leftSum(old, leftRows)
  let place = 0
  for (const entry of fresh) {
    const row = freshRows[place++] ?? 0
    fillRow(columns, row, entry, placeOf(categories, entry.category))
    sum = addSums(sum, entry.digest)
    if (entry.bullet !== undefined) freshBullets.set(row, entry.bullet)
    if (entry.candidate !== undefined) costs.set(row, entry.candidate.cost)
  }
  const now = { ...columns, idBytes, idEnds, order }
  const changed = { old, now, leftRows, freshRows }
  const bullets = changeList(changed, old.bullets, HAS_BULLET, inFileOrder)
  const candidates = changeList(changed, old.candidates, CANDIDATE, byImportance)
  const costOf = (row: number) => costs.get(row) ?? 0
  const sizeOf = (row: number) => utf8Length(freshBullets.get(row) ?? '') + 1
  return {
    before: old,
    rendering: {
      ...now,
      categories: [...categories.keys()],
      bullets: splicedColumn(old.bullets, bullets.pieces),
      bulletSizes: splicedColumn(old.bulletSizes, bullets.pieces, sizeOf),
      candidates: splicedColumn(old.candidates, candidates.pieces),
      candidateCosts: splicedColumn(old.candidateCosts, candidates.pieces, costOf),
      demands: demandsOf(changed, candidates, costOf, categories.size),
      sum,
      live: countLive(changed, categories.size),
      hiddenFor: countHidden(changed),
    },
    bulletPieces: bullets.pieces,
    freshBullets,
  }
}

function grownColumns({ digests, hidden, category, marks, at }: Columns, rows: number): Columns {
  return {
    digests: grown(digests, new Uint32Array(rows * 2)),
    hidden: grown(hidden, new Uint8Array(rows)),
    category: grown(category, new Uint16Array(rows)),
    marks: grown(marks, new Uint8Array(rows)),
    at: grown(at, new Float64Array(rows)),
  }
}

function fillRow(columns: Columns, row: number, entry: RenderedEntry, category: number): void {
  columns.digests.set(entry.digest, row * 2)
  columns.hidden[row] = hiddenCode(entry.hidden)
  columns.category[row] = category
  columns.marks[row] = marksOf(entry)
  columns.at[row] = entry.at
}

function placeOf(categories: Map<string, number>, name: string): number {
  const place = categories.get(name) ?? categories.size
  categories.set(name, place)
  return place
}

interface Changed extends Pick<Alignment, 'leftRows' | 'freshRows'> {
  readonly old: Rendering
  readonly now: Columns & OrderedIds
}

interface ListChange {
  /** Places in the list as it was. */
  readonly gone: readonly number[]
  /** Rows, in the order of the list. */
  readonly added: readonly number[]
  readonly pieces: readonly Piece[]
}

/** What becomes of a list of the rows that have a mark, when some rows are made anew. */
function changeList(
  { old, now, leftRows, freshRows }: Changed,
  list: Uint32Array,
  mark: number,
  order: (a: Row, b: Row) => number,
): ListChange {
  const placeIn = (wanted: Row) => firstPlace(list, (row) => order({ of: old, row }, wanted))
  const gone = leftRows
    .filter((row) => (cell(old.marks, row) & mark) !== 0)
    .map((row) => placeIn({ of: old, row }))
    .sort(byNumber)
  const added = freshRows
    .filter((row) => (cell(now.marks, row) & mark) !== 0)
    .sort((a, b) => order({ of: now, row: a }, { of: now, row: b }))
  const places = added.map((row) => placeIn({ of: now, row }))
  return { gone, added, pieces: splicePieces(list.length, gone, added, places) }
}

function demandsOf(
  { old, now }: Changed,
  { gone, added }: ListChange,
  costOf: (row: number) => number,
  categories: number,
): readonly Demand[] {
  const demands = Array.from({ length: categories }, (_, place) => ({ ...(old.demands[place] ?? NO_DEMAND) }))
  const count = (category: number, by: 1 | -1, cost: number) => {
    const demand = demands[category]
    if (demand === undefined) return
    demand.count += by
    demand.cost += by * cost
  }
  for (const place of gone) {
    count(cell(old.category, cell(old.candidates, place)), -1, cell(old.candidateCosts, place))
  }
  for (const row of added) count(cell(now.category, row), 1, costOf(row))
  return demands
}

/** The sum without the rows that are gone or made anew. */
function leftSum(old: Rendering, leftRows: readonly number[]): InputSum {
  return leftRows.reduce((sum, row) => subtractSums(sum, digestAt(old, row)), old.sum)
}

function digestAt({ digests }: Rendering, row: number): InputSum {
  return [cell(digests, row * 2), cell(digests, row * 2 + 1)]
}

function countLive({ old, now, leftRows, freshRows }: Changed, categories: number): readonly number[] {
  const live = Array.from({ length: categories }, (_, place) => old.live[place] ?? 0)
  const count = ({ category, hidden }: Columns, row: number, by: number) => {
    const place = cell(category, row)
    if (cell(hidden, row) === 0) live[place] = (live[place] ?? 0) + by
  }
  for (const row of leftRows) count(old, row, -1)
  for (const row of freshRows) count(now, row, 1)
  return live
}

function countHidden({ old, now, leftRows, freshRows }: Changed): readonly number[] {
  const hiddenFor = [...old.hiddenFor]
  const count = (code: number, by: number) => {
    if (code > 0) hiddenFor[code - 1] = (hiddenFor[code - 1] ?? 0) + by
  }
  for (const row of leftRows) count(cell(old.hidden, row), -1)
  for (const row of freshRows) count(cell(now.hidden, row), 1)
  return hiddenFor
}
