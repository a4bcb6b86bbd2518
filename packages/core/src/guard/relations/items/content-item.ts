/** A word, two characters or an anchor that carries content. */
export interface ContentItem {
  /** The stem of a word; the key of an anchor. */
  readonly text: string
  readonly isAnchor: boolean
  readonly start: number
  readonly end: number
}
