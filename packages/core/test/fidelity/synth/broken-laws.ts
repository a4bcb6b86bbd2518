import type { Fidelity } from '../../../src/fidelity/engine/fidelity.ts'
import { newViolations } from '../../../src/fidelity/groups/new-violations.ts'
import { STRICT_RULES } from '../../../src/fidelity/groups/validate.ts'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { areSameMessages } from '../../../src/fidelity/model/same-message.ts'

const OVERHEAD = { tokens: 3000, hash: 'synth' }
const LEVELS = ['full', 'compressed', 'placeholder']

/** What was broken, by the call at which it was; and how much there was to break. */
export interface LawsFound {
  readonly calls: number
  readonly passes: number
  readonly broken: readonly string[]
}

/** Looks for the laws of views at every call of a session, by an engine that is told of the calls before and no more. */
export function findBrokenLaws(
  messages: readonly Message[],
  minAgeCalls: number,
  engine: Fidelity,
): LawsFound {
  const broken: string[] = []
  let [calls, passes] = [0, 0]
  let before: readonly Message[] = []
  for (const [index, { role }] of messages.entries()) {
    if (role !== 'assistant' || index === 0) continue
    const window = messages.slice(0, index)
    const view = viewOf(engine, window)
    calls++
    passes += view.passes.length
    for (const { code, key } of newViolations(window, view.messages, STRICT_RULES, minAgeCalls))
      broken.push(`${calls} ${code} ${key}`)
    // Whoever sends a view back gets that view: with every pass, and now and then between them.
    if (view.passes.length > 0 || calls % 20 === 0) {
      if (!areSameMessages(view.messages, viewOf(engine, view.messages).messages))
        broken.push(`${calls} its own view comes back otherwise`)
    }
    if (view.passes.length === 0 && !areSameMessages(view.messages.slice(0, before.length), before))
      broken.push(`${calls} is no prefix`)
    before = view.messages
  }
  return { calls, passes, broken: [...broken, ...risen(engine)] }
}

function viewOf(engine: Fidelity, messages: readonly Message[]) {
  return engine.prepare({ window: { messages, overhead: OVERHEAD, sessionId: 's_synth' } })
}

/** Parts whose level rose though nobody asked for them. */
function risen(engine: Fidelity): readonly string[] {
  const levels = new Map<string, number>()
  return engine.state().decisions.flatMap(({ key, level, action }) => {
    const now = LEVELS.indexOf(level)
    const hasRisen = action !== 'restore' && now < (levels.get(key) ?? 0)
    levels.set(key, now)
    return hasRisen ? [`${key} rose`] : []
  })
}
