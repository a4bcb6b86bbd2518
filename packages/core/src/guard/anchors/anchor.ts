/** Kinds of what must survive a merge. `contrast` exists only between two texts. */
export type AnchorType =
  | 'num'
  | 'ver'
  | 'id'
  | 'label'
  | 'date'
  | 'time'
  | 'path'
  | 'url'
  | 'flag'
  | 'env'
  | 'code'
  | 'str'
  | 'name'
  | 'kebab'
  | 'contrast'

/** A span of a text that must survive. */
export interface Anchor {
  readonly type: AnchorType
  /** As it stands in the text. */
  readonly raw: string
  /** As it is compared. */
  readonly value: string
  /** Class of the unit of a number. */
  readonly unit?: string
  /** Positions in the prepared text (`prepareText`), in UTF-16 units. */
  readonly start: number
  readonly end: number
}

/** What tells two anchors apart. */
export function anchorKey({ type, value, unit }: Anchor): string {
  return unit === undefined ? `${type}:${value}` : `${type}:${value} ${unit}`
}
