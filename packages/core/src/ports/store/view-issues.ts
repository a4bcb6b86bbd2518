import type { EntryId } from '../../domain/ids.ts'
import type { Issue } from '../../domain/issue.ts'

/** What resolving the view found wrong. */
export interface IssueReads {
  viewIssues(): readonly Issue[]
}

/** An issue stands until what it speaks of is resolved again. */
export interface IssueWrites {
  /** Replaces the issues that have a subject among `ids` by `issues`. */
  putViewIssues(ids: ReadonlySet<EntryId>, issues: readonly Issue[]): void
}
