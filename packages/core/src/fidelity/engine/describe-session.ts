import { type Explanation, explainParts } from '../default/explain-parts.ts'
import { findPins } from '../default/find-pins.ts'
import { readSignals } from '../default/window-signals.ts'
import { type Handoff, type HandoffOptions, handOff } from '../handoff/hand-off.ts'
import { renderManifest } from '../handoff/manifest.ts'
import type { Message, Part } from '../model/message.ts'
import { marksOf } from './default-planner.ts'
import type { LiveSession } from './live-session.ts'
import { passRequest } from './pass-request.ts'

/** Why each part of the last window is shown as it is. */
export function explainSession(live: LiveSession): readonly Explanation[] {
  const { window } = live
  if (window === undefined) return []
  const call = live.open({ window })
  const session = live.session()
  return explainParts(passRequest(call, session), call.size.raw <= marksOf(call, session).high)
}

/** The pinned parts of the last window, each with the rule that says so. */
export function pinnedParts(live: LiveSession): readonly (readonly [part: Part, rule: string])[] {
  const { window } = live
  if (window === undefined) return []
  const { tuning, workingDirectory } = passRequest(live.open({ window }), live.session())
  const signals = readSignals(window.messages, live.facts, tuning, workingDirectory)
  const pins = findPins({ messages: window.messages, signals, rules: tuning.pins, workingDirectory })
  return window.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const rule = pins.get(part.key)
      return rule === undefined ? [] : [[part, rule] as const]
    }),
  )
}

/** The last window in two: what to summarise, and what stays. */
export function handOffSession(live: LiveSession, options: HandoffOptions): Handoff {
  const messages = live.window?.messages ?? []
  const pinned = new Set([...pinnedParts(live).map(([{ key }]) => key), ...saidWithinBudget(live, messages)])
  const isPinned = (key: string) => pinned.has(key)
  const { ledger, facts, redact } = live
  const { workingDirectory, counter: _ } = live.options
  const handleOf = (key: string) => live.handles.of(key)
  const manifest = renderManifest({
    messages,
    ledger,
    handleOf,
    counter: facts.counter,
    redact,
    workingDirectory,
    isPinned,
  })
  return { ...handOff({ ...options, messages, ledger, facts, isPinned }), manifest }
}

/** What a person said, from the newest, as far as the user's budget goes. */
function saidWithinBudget(
  { tuning, options, facts }: LiveSession,
  messages: readonly Message[],
): readonly string[] {
  if (!tuning.pins.includes('user')) return []
  let left = Math.max(tuning.userBudgetMin, tuning.userBudgetRatio * options.budget)
  const said: string[] = []
  for (const { human, parts } of messages.toReversed()) {
    if (!human) continue
    for (const part of parts) {
      left -= facts.of(part).tokens
      if (left >= 0) said.push(part.key)
    }
  }
  return said
}
