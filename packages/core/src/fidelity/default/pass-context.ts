import type { DraftDecision } from '../ledger/decision.ts'
import type { DecisionLookup } from '../ledger/render-view.ts'
import { renderedTokens, shownTokens } from '../ledger/shown-part.ts'
import type { Message, Part } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import type { Tuning } from './tuning.ts'
import type { WindowSignals } from './window-signals.ts'

/** All that a pass of the profile `default` goes by. */
export interface PassContext {
  /** The host's own messages, not a view of them. */
  readonly messages: readonly Message[]
  readonly ledger: DecisionLookup
  readonly facts: FactsBook
  readonly tuning: Tuning
  readonly signals: WindowSignals
  readonly pins: ReadonlyMap<string, string>
  /** The budget of the model, in tokens. */
  readonly budget: number
  readonly handleOf: (key: string) => string
  /** How a reader is told to see something again. */
  readonly recall: 'handle' | 'run-again'
  /** Masks secrets in what a rendering quotes. */
  readonly redact: (text: string) => string
  readonly workingDirectory?: string | undefined
  /** What a model wrote of a part, checked by the guard; the placeholder stands above it. */
  readonly writtenBy?: ((key: string) => string | undefined) | undefined
  /** How much a part has to do with what the plan says comes next, by its terms. */
  readonly planOf?: ((terms: ReadonlySet<string>) => number) | undefined
  /** How near a part is in meaning to what the session is about. */
  readonly semanticOf?: ((key: string) => number | undefined) | undefined
}

export type DecisionFields = Pick<DraftDecision, 'level' | 'action' | 'reason' | 'class'>

/** A decision to show `text` of a part, with what that gains over what is shown now. */
export function draftDecision(
  part: Part,
  text: string | null,
  fields: DecisionFields,
  { ledger, facts }: Pick<PassContext, 'ledger' | 'facts'>,
): DraftDecision {
  const { tokens } = facts.of(part)
  const tokensAfter = renderedTokens(part, text, facts.counter)
  const gain = shownTokens(ledger.find(part.key), tokens) - tokensAfter
  return { key: part.key, text, ...fields, gain, tokensBefore: tokens, tokensAfter }
}

/** Whether a part is young, pinned, or one that nobody may edit. */
export function isFixed(part: Part, message: number, { signals, pins, tuning }: PassContext): boolean {
  const age = signals.now - (signals.callIndex[message] ?? 0)
  return part.opaque === true || pins.has(part.key) || age <= tuning.minAgeCalls
}
