import type { Entry } from '@varve/core'

/** An entry as a file of a qipu store. */
export interface RenderedNote {
  readonly entry: Entry
  readonly path: string
  readonly text: string
}
