import type { Issue } from '../../domain/issue.ts'
import type { CallUsage } from './transcript.ts'
import { hostEdit } from './transcript-issues.ts'

const LEAST_FALL = 5000
const LEAST_SHARE = 0.1

/** Calls that sent far less than the one before although the transcript shows no rewrite: the host edited silently. */
export function findHostEdits(usage: readonly CallUsage[], session: string): readonly Issue[] {
  return usage.flatMap((call, index) => {
    const before = usage[index - 1]
    if (before?.input === undefined || call.input === undefined || before.segment !== call.segment) return []
    const fall = before.input - call.input
    return fall > Math.max(LEAST_FALL, before.input * LEAST_SHARE)
      ? [hostEdit(session, before.input, call.input, { segment: call.segment, message: call.message })]
      : []
  })
}
