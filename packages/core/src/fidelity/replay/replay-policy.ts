import type { CachePrices } from '../cost/cost-gate.ts'
import type { Message } from '../model/message.ts'
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
  // Copies for each call would be the square of the session.
  const messages: Message[] = []
  for (const call of index.calls) {
    for (const message of index.segment.messages.slice(messages.length, call.message)) messages.push(message)
    const start = now?.() ?? 0
    const view = step(messages)
    meter.addTime((now?.() ?? 0) - start)
    meter.take(call, view)
  }
  return meter.sums()
}

export function policyContext(index: SegmentIndex): PolicyContext {
  const { rules, segment, facts } = index
  const { workingDirectory } = segment
  return { rules, segment, facts, workingDirectory, tokensOf: (part) => index.sizeOf(part).tokens }
}
