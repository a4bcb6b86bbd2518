import type { Entry } from '../../domain/entry.ts'
import type { ProjectFiles } from '../../ports/project-files.ts'
import type { Reference } from '../references.ts'
import type { StaleFinding } from '../stale-check.ts'

/** What a rule may look at. */
export interface StaleSubject {
  readonly entry: Entry
  /** Lines of its text that tell how things are. */
  readonly lines: readonly string[]
  readonly references: readonly Reference[]
  readonly files: ProjectFiles
}

/** One way in which an entry is broken, each with what it found. */
export type StaleRuleCheck = (subject: StaleSubject) => readonly StaleFinding[]
