/** Whether two texts may become one: `same` may, `fusable` may only be joined into a longer text, `apart` must not. */
export type Truth = 'same' | 'fusable' | 'apart'

/** Two texts and what a person says of them. */
export interface LabelledPair {
  readonly id: string
  readonly language: string
  /** The set's own word, such as `contradiction`. */
  readonly label: string
  readonly kind: string
  readonly a: string
  readonly b: string
  readonly truth: Truth
}

/** A file of labelled pairs. */
export interface PairSet {
  readonly name: string
  readonly pairs: readonly LabelledPair[]
}
