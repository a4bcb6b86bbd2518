import type { Issue } from '../domain/issue.ts'
import type { ReviewItem } from './review-item.ts'

/** What a rule has to report beside its result, in no order. */
export interface Findings {
  readonly issues: readonly Issue[]
  readonly review: readonly ReviewItem[]
}

/** Nothing to report. */
export const NO_FINDINGS: Findings = { issues: [], review: [] }
