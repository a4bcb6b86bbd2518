import type { Issue } from '@varve/core'
import type { ForeignDatabase } from '../context.ts'

/** A program whose database is read as the text that its format takes. */
export interface DatabaseReader {
  /** A database that has them all is its. */
  readonly tables: readonly string[]
  /** `project`: the name of the folder that the memory is of. */
  read(database: ForeignDatabase, project: string): DatabaseText
}

export interface DatabaseText {
  readonly text: string
  readonly issues: readonly Issue[]
}
