import type { PartClass } from '../ledger/decision.ts'
import type { Kind, Level, Part } from '../model/message.ts'
import type { Target } from '../model/target.ts'
import { targetsOf } from '../targets/targets-of.ts'
import type { Signals } from './estimate-need.ts'
import { findCandidates } from './find-candidates.ts'
import { findPins } from './find-pins.ts'
import { isFixed, type PassContext } from './pass-context.ts'
import type { PassRequest } from './plan-default-pass.ts'
import type { Candidate } from './select-candidates.ts'
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
  /** `pinned:<rule>`, `opaque`, `too-young`, `too-small`, `text`, `below-watermark`, `working-set`, `kept`, or what was done. */
  readonly reason: string
  /** What would be lost by leaving it out, where it may be: the order in which parts are given up. */
  readonly cost?: PartCost
}

export interface PartCost {
  readonly class: PartClass
  readonly p: number
  readonly signals: Signals
  readonly gain: number
  readonly weight: number
  readonly kappa: number
  readonly loss: number
}

/** One row for every part of the window, in its order. */
export function explainParts(request: PassRequest, isBelow: boolean): readonly Explanation[] {
  const { messages, facts, tuning, workingDirectory } = request
  const signals = readSignals(messages, facts, tuning, workingDirectory)
  const pins = findPins({ messages, signals, rules: tuning.pins, workingDirectory })
  // As if nothing were elided yet, so that all parts can be compared.
  const context: PassContext = { ...request, signals, pins, ledger: { find: () => undefined } }
  const candidates = new Map(findCandidates(context).map((each) => [each.decision.key, each]))
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
        ...(candidate === undefined ? {} : { cost: costOf(candidate, tuning.kappa) }),
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
  candidate: Candidate | undefined,
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
  if (isBelow) return 'below-watermark'
  return candidate?.decision.class === 3 ? 'working-set' : 'kept'
}

function costOf({ decision, signals, weight, loss }: Candidate, kappa: number): PartCost {
  const { class: partClass, p = 0, gain } = decision
  return { class: partClass, p, signals, gain, weight, kappa, loss }
}
