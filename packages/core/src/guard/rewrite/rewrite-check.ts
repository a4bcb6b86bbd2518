import type { PreparedRewrite } from './prepared-rewrite.ts'
import { CHECK_CODES, type CheckName, type Finding, type FindingSeverity } from './rewrite-result.ts'

/** One check of a text against its sources. */
export type RewriteCheck = (rewrite: PreparedRewrite) => readonly Finding[]

/** A finding with the code of its check. */
export function finding(
  check: CheckName,
  severity: FindingSeverity,
  about: Omit<Finding, 'check' | 'code' | 'severity'> = {},
): Finding {
  return { check, code: CHECK_CODES[check], severity, ...about }
}
