import { by, byText, inOrder } from './order.ts'

export type Severity = 'error' | 'warning' | 'info'

/** A problem in the data: named, with the commands that mend it. The store stays usable. */
export interface Issue {
  readonly code: string
  readonly severity: Severity
  /** The ids or places it is about. */
  readonly subjects: readonly string[]
  readonly message: string
  readonly detail?: Readonly<Record<string, unknown>>
  /** Commands ready to copy; several are alternatives or steps, as the message says. */
  readonly fix: readonly string[]
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }

/** Errors first, then by code, then by subjects. */
export const issueOrder = inOrder<Issue>(
  by(
    (issue) => RANK[issue.severity],
    (a, b) => a - b,
  ),
  by((issue) => issue.code, byText),
  by((issue) => issue.subjects.join(' '), byText),
  by((issue) => issue.message, byText),
)
