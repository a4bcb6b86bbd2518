import type { Part } from '../agent.ts'

/** What is done to one file: plain data, so that looking at it first shows just what is done. */
export interface FileChange {
  /** As people call it. */
  readonly path: string
  /** The file that is written, behind every link. */
  readonly target: string
  /** Undefined where there is no file. */
  readonly before: string | undefined
  /** Undefined where there is to be none. */
  readonly after: string | undefined
  readonly mode: number | undefined
  readonly parts: readonly Part[]
}

export type FileOutcome = 'created' | 'changed' | 'unchanged' | 'removed' | 'restored'
