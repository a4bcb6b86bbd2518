/** Counts the tokens of a text. Deterministic; named, because a budget only means something with its counter. */
export interface TokenCounter {
  readonly name: string
  count(text: string): number
}
