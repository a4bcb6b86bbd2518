import type { Severity } from '@varve/core'

/** What a page says of an issue. */
export interface IssueDoc {
  readonly severity: Severity
  readonly meaning: string
  readonly mend: string
}

/** By code. */
export type IssueDocs = Readonly<Record<string, IssueDoc>>

export const NOTHING = 'Nothing has to be done.'
export const SAY_WHICH =
  'Say which holds: `varve edit <id> --retract` the other, or `varve add "…" --supersedes <id>`.'
export const WITHDRAW =
  '`varve edit <top> --retract --reopen` withdraws what the top stands for; `varve edit <top> --restore` brings the top itself back.'
