import { GUARD_VERSION } from '../pair/pair-result.ts'
import { checkComparatorChanged } from './checks/comparators.ts'
import { checkCorrupted } from './checks/corrupted.ts'
import { checkCoverage } from './checks/coverage.ts'
import { checkDegenerate } from './checks/degenerate.ts'
import { checkInflation } from './checks/inflation.ts'
import { checkInvented } from './checks/invented.ts'
import { checkLost } from './checks/lost.ts'
import { checkModalityLost, checkModalityStrengthened } from './checks/modality.ts'
import { checkNegationAdded, checkNegationLost } from './checks/negations.ts'
import { checkNovelty } from './checks/novelty.ts'
import { checkOrderSwapped } from './checks/order.ts'
import { checkQuantifierChanged, checkQuantifierLost } from './checks/quantifiers.ts'
import { checkRebound } from './checks/rebound.ts'
import { checkSourcesConflict, checkSourcesDistinct } from './checks/sources.ts'
import { checkStatusChanged } from './checks/status.ts'
import { checkStructure } from './checks/structure.ts'
import { countAnchors, measureCoverage, measureNovelty } from './measures.ts'
import { prepareRewrite } from './prepared-rewrite.ts'
import type { RewriteCheck } from './rewrite-check.ts'
import type { Finding, RewriteLimits, RewriteRequest, RewriteResult } from './rewrite-result.ts'

/** In the order of the findings. */
const CHECKS: readonly RewriteCheck[] = [
  checkDegenerate,
  checkInflation,
  checkStructure,
  checkSourcesConflict,
  checkSourcesDistinct,
  checkInvented,
  checkRebound,
  checkLost,
  checkCorrupted,
  checkNegationLost,
  checkNegationAdded,
  checkStatusChanged,
  checkModalityStrengthened,
  checkModalityLost,
  checkQuantifierChanged,
  checkQuantifierLost,
  checkComparatorChanged,
  checkOrderSwapped,
  checkNovelty,
  checkCoverage,
]

/** A reason speaks about its sources instead of standing in for them. */
const CHECKS_OF_A_REASON: readonly RewriteCheck[] = [checkDegenerate, checkInflation, checkInvented]

/**
 * Checks a text against the leaf texts it was written from: nothing invented, nothing lost. Any
 * finding to reject makes `reject`, else any to review makes `review`.
 */
export function checkRewrite(request: RewriteRequest, limits: RewriteLimits = {}): RewriteResult {
  const rewrite = prepareRewrite(request, limits)
  const checks = request.kind === 'reason' ? CHECKS_OF_A_REASON : CHECKS
  const findings = checks.flatMap((check) => check(rewrite))
  return {
    guard_v: GUARD_VERSION,
    verdict: verdictOf(findings),
    anchors: countAnchors(rewrite),
    novelty: measureNovelty(rewrite).share,
    coverage: measureCoverage(rewrite),
    findings,
  }
}

function verdictOf(findings: readonly Finding[]): RewriteResult['verdict'] {
  if (findings.some(({ severity }) => severity === 'reject')) return 'reject'
  return findings.length > 0 ? 'review' : 'accept'
}
