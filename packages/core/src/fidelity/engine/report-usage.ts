import type { Issue } from '../../domain/issue.ts'
import { addRatio, calibration } from '../usage/calibration.ts'
import { readUsage, type Usage } from '../usage/read-usage.ts'
import type { MissCause } from './fidelity-event.ts'
import type { FidelityOptions } from './fidelity-options.ts'
import type { CacheTotals, SessionMemory } from './session-memory.ts'
import { windowIssue } from './window-issues.ts'

/** What a call's usage tells. */
export interface UsageReport {
  /** Left out where the provider's report isn't known. */
  readonly usage?: Usage
  /** By how much estimates fall short, from now on. */
  readonly calibration: number
  /** Tokens that the cache should have held, and did not. */
  readonly miss?: { readonly cause: MissCause; readonly tokens: number }
  readonly totals: CacheTotals
  readonly issues: readonly Issue[]
}

export interface ReportFacts {
  /** Estimated tokens of the view that was sent, and of the window without any decision. */
  readonly tokens: number
  readonly raw: number
  readonly options: FidelityOptions
  readonly memory: SessionMemory
}

/** Below this share of what was expected, a call lost the cache. */
const MISSED_SHARE = 0.5

/** Takes in what a provider reported of the last call; the memory is what to go on with. */
export function reportUsage(
  usage: unknown,
  { tokens, raw, options, memory }: ReportFacts,
): { readonly report: UsageReport; readonly memory: SessionMemory } {
  const read = readUsage(usage)
  if (read === undefined) {
    const message = 'the usage that was reported has a shape that is not known: it is left out'
    const issues = [windowIssue('usage_unknown', message, [options.sessionId])]
    return {
      memory,
      report: { calibration: calibration(memory.ratios, options.calibration), totals: memory.totals, issues },
    }
  }
  const ratios = addRatio(memory.ratios, read.input, tokens)
  const k = calibration(ratios, options.calibration)
  const minPrefix = options.prices?.minPrefix ?? 0
  const expected = memory.cache.expected * k
  const isLost = expected > minPrefix && read.cacheRead < MISSED_SHARE * expected
  const miss = isLost
    ? { cause: memory.cache.cause ?? ('provider' as const), tokens: Math.round(expected - read.cacheRead) }
    : undefined
  const wasMissed = read.cacheRead === 0 && read.input >= minPrefix && expected > minPrefix
  const totals = totalsWith(memory.totals, { raw, tokens, lost: miss?.tokens ?? 0, isLost }, options)
  return {
    memory: { ...memory, ratios, cache: { ...memory.cache, wasMissed, isResumed: false }, totals },
    report: { usage: read, calibration: k, ...(miss === undefined ? {} : { miss }), totals, issues: [] },
  }
}

interface CallCost {
  readonly raw: number
  readonly tokens: number
  readonly lost: number
  readonly isLost: boolean
}

/** In tokens of uncached input. */
function totalsWith(totals: CacheTotals, cost: CallCost, { prices }: FidelityOptions): CacheTotals {
  const { read, write } = prices ?? { read: 1, write: 1 }
  return {
    busts: totals.busts + (cost.isLost ? 1 : 0),
    saved: totals.saved + (cost.raw - cost.tokens) * read,
    lost: totals.lost + (write - read) * cost.lost,
  }
}
