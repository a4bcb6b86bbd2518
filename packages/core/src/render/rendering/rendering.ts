import type { EntryId } from '../../domain/ids.ts'
import { HIDDEN_REASONS, type HiddenReason } from '../../ports/store.ts'
import { EMPTY_SUM, type InputSum } from '../input-sum.ts'

/**
 * What the rendered files were made of, in columns: enough to bring them up to date where a few
 * entries changed, without reading the rest. Row i of each column is the entry `ids[i]`.
 */
export interface Rendering {
  /** Of every entry of the set, hidden ones too; in text order. */
  readonly ids: readonly EntryId[]
  /** Four numbers a row: the digest of its line among the inputs. */
  readonly digests: Uint32Array
  /** 0 for a head, else one more than the place of its reason in `HIDDEN_REASONS`. */
  readonly hidden: Uint8Array
  /** Place in `categories`. */
  readonly category: Uint16Array
  readonly marks: Uint8Array
  readonly at: Float64Array
  /** Tokens of its line in the index. */
  readonly cost: Uint32Array
  /** Bytes of its bullet, line feed included; 0 where it has none. */
  readonly size: Uint32Array
  readonly categories: readonly string[]
  /** Rows with a bullet, by category and as the file of each lists them. */
  readonly bullets: Uint32Array
  /** Rows that the index may show, most important first. */
  readonly candidates: Uint32Array
  /** Sum of the digests. */
  readonly sum: InputSum
  /** How many heads each of `categories` has. */
  readonly live: readonly number[]
  /** How many entries are hidden for each of `HIDDEN_REASONS`. */
  readonly hiddenFor: readonly number[]
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

export const EMPTY_RENDERING: Rendering = {
  ids: [],
  ...emptyColumns(0),
  categories: [],
  bullets: new Uint32Array(),
  candidates: new Uint32Array(),
  sum: EMPTY_SUM,
  live: [],
  hiddenFor: HIDDEN_REASONS.map(() => 0),
}

export type Columns = Pick<Rendering, 'digests' | 'hidden' | 'category' | 'marks' | 'at' | 'cost' | 'size'>

export function emptyColumns(rows: number): Columns {
  return {
    digests: new Uint32Array(rows * 4),
    hidden: new Uint8Array(rows),
    category: new Uint16Array(rows),
    marks: new Uint8Array(rows),
    at: new Float64Array(rows),
    cost: new Uint32Array(rows),
    size: new Uint32Array(rows),
  }
}

export function marksOf({ pinned, candidate, namesOthers, confidence }: RenderedEntry): number {
  return (
    (pinned ? PINNED : 0) |
    (candidate?.isLow === true ? LOW : 0) |
    (candidate === undefined ? 0 : CANDIDATE) |
    (namesOthers ? NAMES_OTHERS : 0) |
    (confidence << CONFIDENCE_SHIFT)
  )
}

export function hiddenCode(reason: HiddenReason | undefined): number {
  return reason === undefined ? 0 : HIDDEN_REASONS.indexOf(reason) + 1
}

/** By category; pinned first, then the newest, then by id. */
export function inFileOrder(columns: Columns, a: number, b: number): number {
  const { category, marks, at } = columns
  return (
    cell(category, a) - cell(category, b) ||
    (cell(marks, b) & PINNED) - (cell(marks, a) & PINNED) ||
    cell(at, b) - cell(at, a) ||
    a - b
  )
}

/** Pinned first, then the newest, then what is said more surely, then by id. */
export function byImportance({ marks, at }: Columns, a: number, b: number): number {
  return (
    (cell(marks, b) & PINNED) - (cell(marks, a) & PINNED) ||
    cell(at, b) - cell(at, a) ||
    (cell(marks, b) >> CONFIDENCE_SHIFT) - (cell(marks, a) >> CONFIDENCE_SHIFT) ||
    a - b
  )
}

/** A cell of a column: rows come from the rendering itself, so there is one. */
export function cell(column: Uint8Array | Uint16Array | Uint32Array | Float64Array, row: number): number {
  return column[row] as number
}
