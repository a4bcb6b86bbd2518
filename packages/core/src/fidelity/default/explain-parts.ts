import type { PartClass } from '../ledger/decision.ts'
import type { Kind, Level, Part } from '../model/message.ts'
import type { Target } from '../model/target.ts'
import { targetsOf } from '../targets/targets-of.ts'
import type { Signals } from './atom-need.ts'
import { findCandidates } from './find-candidates.ts'
import { findPins } from './find-pins.ts'
import { isFixed, type PassContext } from './pass-context.ts'
import type { PassRequest } from './plan-default-pass.ts'
import { weighAll } from './select-candidates.ts'
import { ShownAtoms } from './shown-atoms.ts'
import type { Weighed } from './weigh-candidate.ts'
import { readSignals } from './window-signals.ts'

/** Why a part is shown as it is. */
export interface Explanation {
  readonly key: string
  readonly kind: Kind
  readonly message: number
  readonly target?: Target
  readonly level: Level
  /** Of the original, and of what is shown. */
  readonly tokens: number
  readonly shown: number
  /** `pinned:<rule>`, `opaque`, `too-young`, `too-small`, `text`, `below-watermark`, `kept`, or what was done. */
  readonly reason: string
  /** What would be lost by leaving it out, where it may be: the order in which parts are given up. */
  readonly cost?: PartCost
}

export interface PartCost {
  readonly class: PartClass
  /** The probability that anything is quoted which nothing else shows, and how many such quotations to expect. */
  readonly p: number
  readonly need: number
  readonly signals: Signals
  readonly gain: number
  readonly loss: number
}

/** One row for every part of the window, in its order. */
export function explainParts(request: PassRequest, isBelow: boolean): readonly Explanation[] {
  const { messages, facts, tuning, workingDirectory } = request
  const signals = readSignals(messages, facts, tuning, workingDirectory)
  const pins = findPins({ messages, signals, rules: tuning.pins, workingDirectory })
  // As if nothing were elided yet, so that all parts can be compared.
  const context: PassContext = { ...request, signals, pins, ledger: { find: () => undefined } }
  const shown = new ShownAtoms(messages, context.ledger, facts)
  const weighed = weighAll(findCandidates(context), shown, context)
  const candidates = new Map(weighed.map((each) => [each.candidate.part.key, each]))
  return messages.flatMap(({ parts }, message) =>
    parts.map((part) => {
      const decision = request.ledger.find(part.key)
      const candidate = candidates.get(part.key)
      const { tokens } = facts.of(part)
      const level = decision?.level ?? 'full'
      return {
        key: part.key,
        kind: part.kind,
        message,
        ...targetOf(part, context),
        level,
        tokens,
        shown: decision === undefined || level === 'full' ? tokens : decision.tokensAfter,
        reason:
          decision !== undefined && level !== 'full'
            ? decision.reason
            : whyFull(part, message, candidate, isBelow, context),
        ...(candidate === undefined ? {} : { cost: costOf(candidate) }),
      }
    }),
  )
}

function targetOf(part: Part, { signals }: PassContext): { readonly target?: Target } {
  const call = signals.callByKey.get(part.key)?.call
  return call === undefined ? {} : { target: targetsOf(call)[0] }
}

function whyFull(
  part: Part,
  message: number,
  candidate: Weighed | undefined,
  isBelow: boolean,
  context: PassContext,
): string {
  const rule = context.pins.get(part.key)
  if (rule !== undefined) return `pinned:${rule}`
  if (part.opaque === true) return 'opaque'
  if (part.kind === 'text' || part.kind === 'marker')
    return context.messages[message]?.human === true ? 'pinned:user' : 'text'
  if (isFixed(part, message, context)) return 'too-young'
  if (part.kind !== 'reasoning' && candidate === undefined) return 'too-small'
  return isBelow ? 'below-watermark' : 'kept'
}

function costOf({ candidate, p, need, gain, loss }: Weighed): PartCost {
  return { class: candidate.class, p, need, signals: candidate.signals, gain, loss }
}
