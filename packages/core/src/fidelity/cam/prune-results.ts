import type { DraftDecision } from '../ledger/decision.ts'
import type { DecisionLookup } from '../ledger/render-view.ts'
import { renderedTokens, shownTokens } from '../ledger/shown-part.ts'
import type { Message } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import { callsOf } from '../targets/calls-of.ts'
import { camPlaceholder } from './cam-texts.ts'

const TAIL_MESSAGES = 6
/** Tokens of the newest results that stay. */
const PROTECTED = 40_000

export interface PruneInput {
  readonly messages: readonly Message[]
  readonly ledger: DecisionLookup
  readonly facts: FactsBook
  readonly toReclaim: number
}

/** Results outside the newest ones as placeholders, from the oldest, until so many tokens are gained. */
export function pruneResults({ messages, ledger, facts, toReclaim }: PruneInput): readonly DraftDecision[] {
  const calls = callsOf(messages)
  const decisions: DraftDecision[] = []
  let left = toReclaim
  for (const { call, result, resultMessage = 0 } of calls.slice(
    0,
    calls.length - protectedCount(calls, facts),
  )) {
    if (left <= 0) break
    const isFixed = result === undefined || result.opaque === true || call.opaque === true
    if (isFixed || resultMessage >= messages.length - TAIL_MESSAGES) continue
    const { tokens } = facts.of(result)
    const shown = ledger.find(result.key)
    const text = camPlaceholder('tool', tokens, shown?.p ?? 0)
    const tokensAfter = renderedTokens(result, text, facts.counter)
    const gain = shownTokens(shown, tokens) - tokensAfter
    if (shown?.level === 'placeholder' || gain <= 0) continue
    const size = { gain, tokensBefore: tokens, tokensAfter }
    decisions.push({
      key: result.key,
      level: 'placeholder',
      action: 'cam',
      text,
      reason: 'pruned',
      class: 2,
      ...size,
    })
    left -= gain
  }
  return decisions
}

function protectedCount(calls: ReturnType<typeof callsOf>, facts: FactsBook): number {
  let [count, tokens] = [0, 0]
  for (const { result } of calls.toReversed()) {
    tokens += result === undefined ? 0 : facts.of(result).tokens
    if (tokens > PROTECTED) break
    count++
  }
  return count
}
