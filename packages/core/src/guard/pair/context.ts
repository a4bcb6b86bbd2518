/** What is known of where a text comes from. */
export interface TextContext {
  readonly store?: string
  readonly project?: string
  readonly scope?: string
  readonly category?: string
  readonly kind?: string
  readonly trust?: string
  /** The subject slot. */
  readonly key?: string
  /** An ISO 8601 instant. */
  readonly created?: string
}

/** What is known of both sides of a pair. */
export interface PairContext {
  readonly a?: TextContext
  readonly b?: TextContext
}
