import type { CachePrices } from '../cost/cost-gate.ts'
import type { PolicyContext, WindowPolicy } from './policy.ts'
import type { SegmentIndex } from './segment-index.ts'
import { SegmentMeter } from './segment-meter.ts'
import type { WindowSums } from './window-sums.ts'

export interface ReplayOptions {
  readonly prices?: CachePrices
  /** Milliseconds of some clock; the core has none of its own. */
  readonly now?: () => number
}

/** Steps a policy through every call of a segment and measures what it shows. */
export function replayPolicy(
  policy: WindowPolicy,
  index: SegmentIndex,
  { prices, now }: ReplayOptions = {},
): WindowSums {
  const { minAgeCalls, showsValues } = policy
  const meter = new SegmentMeter(index, {
    ...(prices === undefined ? {} : { prices }),
    ...(minAgeCalls === undefined ? {} : { minAgeCalls }),
    ...(showsValues === undefined ? {} : { showsValues }),
  })
  const step = policy.open(policyContext(index))
  for (const call of index.calls) {
    const start = now?.() ?? 0
    const view = step(index.segment.messages.slice(0, call.message))
    meter.addTime((now?.() ?? 0) - start)
    meter.take(call, view)
  }
  return meter.sums()
}

export function policyContext(index: SegmentIndex): PolicyContext {
  const { rules, segment } = index
  const { workingDirectory } = segment
  return { rules, segment, workingDirectory, tokensOf: (part) => index.sizeOf(part).tokens }
}
