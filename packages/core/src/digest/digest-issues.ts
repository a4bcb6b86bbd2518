import type { Entry } from '../domain/entry.ts'
import type { Issue } from '../domain/issue.ts'
import { extractSummary } from './extract-summary.ts'

/** What is wrong with the text of a digest, apart from its lineage. */
export function textIssues(digest: Entry, percent: number): readonly Issue[] {
  const { id } = digest
  const empty: Issue = {
    code: 'empty_digest',
    severity: 'warning',
    subjects: [id],
    message: `${id} stands in for others and has no text that could be shown for them`,
    fix: [`varve edit ${id}`],
  }
  const larger: Issue = {
    code: 'digest_larger',
    severity: 'info',
    subjects: [id],
    message: `${id} is larger than what it stands in for (${percent}%)`,
    detail: { compaction_pct: percent },
    fix: [`varve compact report ${id}`],
  }
  return [...(extractSummary(digest) === '' ? [empty] : []), ...(percent < 0 ? [larger] : [])]
}
