/** What the agent will do soon, of its plan. */
export interface Hint {
  readonly tool: string
  /** In small letters. */
  readonly keywords: readonly string[]
  /** 1 is the next thing. */
  readonly distance: number
}
