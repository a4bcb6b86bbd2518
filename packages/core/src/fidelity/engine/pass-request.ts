import type { PassRequest } from '../default/plan-default-pass.ts'
import type { Tuning } from '../default/tuning.ts'
import { planRelevance } from '../lookahead/hints-of.ts'
import type { Window } from '../model/message.ts'
import type { Call, Session } from './planner.ts'

/** What a pass of the profile `default` goes by. */
export function passRequest({ window, hints }: Call, session: Session): PassRequest {
  const { options, ledger, facts, handleOf, redact, writtenBy, semanticOf } = session
  return {
    messages: window.messages,
    overhead: window.overhead.tokens,
    ledger,
    facts,
    tuning: tuningOf(window, session),
    budget: options.budget,
    recall: options.recall ?? 'handle',
    redact,
    handleOf,
    writtenBy,
    semanticOf,
    planOf: hints.length === 0 ? undefined : planRelevance(hints),
    workingDirectory: options.workingDirectory,
  }
}

/** The tuning with what this window forbids, and the pins of this session. */
function tuningOf({ keepsReasoning }: Window, { tuning, memory }: Session): Tuning {
  const pins = [...tuning.pins, ...memory.pins].filter((rule) => !memory.unpinned.includes(rule))
  return {
    ...tuning,
    pins,
    ...(keepsReasoning === true ? { reasoning: 'keep' as const } : {}),
    ...(memory.keepsArguments ? { elideArgs: false, appliedEdits: false } : {}),
  }
}
