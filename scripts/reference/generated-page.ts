/** A page that is made from the code: its path from the repository's root, and its text. */
export interface GeneratedPage {
  readonly path: string
  readonly text: string
}
