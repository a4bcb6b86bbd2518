import type { EntryId } from '../../domain/ids.ts'
import { HIDDEN_REASONS, type HiddenReason } from '../../ports/store.ts'
import { EMPTY_SUM, type InputSum } from '../input-sum.ts'
import type { OrderedIds } from './find-place.ts'
import { compareIds, NO_IDS } from './id-column.ts'

/**
 * What the rendered files were made of, in columns: enough to bring them up to date where a few entries
 * changed, without a look at the rest. An entry keeps its row for as long as the rendering is brought up
 * to date; `order`, `bullets` and `candidates` list rows, and the row of an entry that went is in none.
 */
export interface Rendering extends OrderedIds, Columns {
  /** Rows of every entry of the set, hidden ones too; in text order of their ids. */
  readonly order: Uint32Array
  readonly categories: readonly string[]
  /** Rows with a bullet, by category and as the file of each lists them. */
  readonly bullets: Uint32Array
  /** For each of `bullets`, its bytes, line feed included. */
  readonly bulletSizes: Uint32Array
  /** Rows that the index may show, most important first. */
  readonly candidates: Uint32Array
  /** For each of `candidates`, the tokens of its line. */
  readonly candidateCosts: Uint32Array
  /** For each of `categories`, how many candidates it has, and the sum of their costs. */
  readonly demands: readonly Demand[]
  /** Sum of the digests. */
  readonly sum: InputSum
  /** How many heads each of `categories` has. */
  readonly live: readonly number[]
  /** How many entries are hidden for each of `HIDDEN_REASONS`. */
  readonly hiddenFor: readonly number[]
}

export interface Columns {
  /** Two numbers a row: the digest of its line among the inputs. */
  readonly digests: Uint32Array
  /** 0 for a head, else one more than the place of its reason in `HIDDEN_REASONS`. */
  readonly hidden: Uint8Array
  /** Place in `categories`. */
  readonly category: Uint16Array
  readonly marks: Uint8Array
  readonly at: Float64Array
}

export interface Demand {
  readonly count: number
  readonly cost: number
}

/** An entry as the rendered files know it. */
export interface RenderedEntry {
  readonly id: EntryId
  readonly digest: InputSum
  readonly hidden: HiddenReason | undefined
  readonly category: string
  readonly pinned: boolean
  readonly at: number
  /** 0–3, the surer the higher. */
  readonly confidence: number
  /** Its bullet in the compacted file; absent where it has none. */
  readonly bullet?: string
  /** Its line in the index; absent where it may not be shown there. */
  readonly candidate?: { readonly cost: number; readonly isLow: boolean }
  /** Whether its bullet names other entries by their short ids. */
  readonly namesOthers: boolean
}

export const PINNED = 1
export const LOW = 2
export const CANDIDATE = 4
export const NAMES_OTHERS = 8
const CONFIDENCE_SHIFT = 4
export const HAS_BULLET = 64

export const EMPTY_RENDERING: Rendering = {
  ...NO_IDS,
  digests: new Uint32Array(),
  hidden: new Uint8Array(),
  category: new Uint16Array(),
  marks: new Uint8Array(),
  at: new Float64Array(),
  order: new Uint32Array(),
  categories: [],
  bullets: new Uint32Array(),
  bulletSizes: new Uint32Array(),
  candidates: new Uint32Array(),
  candidateCosts: new Uint32Array(),
  demands: [],
  sum: EMPTY_SUM,
  live: [],
  hiddenFor: HIDDEN_REASONS.map(() => 0),
}

export function marksOf({ pinned, candidate, namesOthers, confidence, bullet }: RenderedEntry): number {
  return (
    (pinned ? PINNED : 0) |
    (candidate?.isLow === true ? LOW : 0) |
    (candidate === undefined ? 0 : CANDIDATE) |
    (namesOthers ? NAMES_OTHERS : 0) |
    (confidence << CONFIDENCE_SHIFT) |
    (bullet === undefined ? 0 : HAS_BULLET)
  )
}

export function hiddenCode(reason: HiddenReason | undefined): number {
  return reason === undefined ? 0 : HIDDEN_REASONS.indexOf(reason) + 1
}

/** One row of a rendering, before or after a change. */
export interface Row {
  readonly of: Columns & OrderedIds
  readonly row: number
}

/** By category; pinned first, then the newest, then by id. */
export function inFileOrder(a: Row, b: Row): number {
  return (
    cell(a.of.category, a.row) - cell(b.of.category, b.row) ||
    pinnedAndNewestFirst(a, b) ||
    compareIds(a.of, a.row, b.of, b.row)
  )
}

/** Pinned first, then the newest, then what is said more surely, then by id. */
export function byImportance(a: Row, b: Row): number {
  return (
    pinnedAndNewestFirst(a, b) || confidenceOf(b) - confidenceOf(a) || compareIds(a.of, a.row, b.of, b.row)
  )
}

function pinnedAndNewestFirst(a: Row, b: Row): number {
  return (
    (cell(b.of.marks, b.row) & PINNED) - (cell(a.of.marks, a.row) & PINNED) ||
    cell(b.of.at, b.row) - cell(a.of.at, a.row)
  )
}

function confidenceOf({ of, row }: Row): number {
  return (cell(of.marks, row) >> CONFIDENCE_SHIFT) & 3
}

/** A cell of a column: rows come from the rendering itself, so there is one. */
export function cell(column: Uint8Array | Uint16Array | Uint32Array | Float64Array, row: number): number {
  return column[row] as number
}
