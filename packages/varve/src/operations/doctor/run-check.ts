import { type Issue, VarveError } from '@varve/core'
import type { OperationContext } from '../context.ts'
import type { Check, CheckOptions } from './checks.ts'

/** A check that fails is itself a finding: the others still run. */
export function runCheck(
  run: Check['run'],
  context: OperationContext,
  options: CheckOptions,
): readonly Issue[] {
  try {
    return run(context, options)
  } catch (thrown) {
    return [failureIssue(thrown)]
  }
}

/** What a check ended with, as its finding; what nobody foresaw is thrown again. */
export function failureIssue(thrown: unknown): Issue {
  if (!VarveError.isInstance(thrown)) throw thrown
  const { code, message, subjects, fix } = thrown
  return { code, severity: 'error', subjects, message, fix }
}
