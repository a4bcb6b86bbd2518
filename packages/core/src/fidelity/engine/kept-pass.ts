import type { DraftDecision, Pass } from '../ledger/decision.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Handles } from '../model/handle.ts'
import type { Message, Part, Window } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import { callsOf } from '../targets/calls-of.ts'
import { targetsOf } from '../targets/targets-of.ts'
import type { KeptPass } from './ledger-store.ts'

/** What a session knows of its parts. */
interface KnownParts {
  readonly ledger: Ledger
  readonly window: Window | undefined
  readonly handles: Handles
  readonly facts: FactsBook
  find(key: string): Part | undefined
}

/** A pass with the parts that it is about, as a store keeps it. */
export function keptPass(live: KnownParts, pass: Pass): KeptPass {
  const decisions = live.ledger.decisionsOf(pass.pass)
  const calls = callsByKey(live.window?.messages ?? [])
  const parts = decisions.flatMap(({ key }) => {
    const part = live.find(key)
    if (part === undefined) return []
    const call = calls.get(key)
    const target = call === undefined ? undefined : targetsOf(call)[0]
    return [{ part, target, handle: live.handles.of(key), tokens: live.facts.of(part).tokens }]
  })
  return { pass, decisions, parts }
}

/** Each call by its own key, and by that of its result. */
function callsByKey(messages: readonly Message[]): ReadonlyMap<string, Part> {
  const calls = callsOf(messages)
  return new Map(
    calls.flatMap(({ call, result }) =>
      [call, ...(result === undefined ? [] : [result])].map(({ key }) => [key, call] as const),
    ),
  )
}

/** The key of the first part of a window that was decided on. */
export function firstChanged(messages: readonly Message[], decisions: readonly DraftDecision[]): string {
  const changed = new Set(decisions.map(({ key }) => key))
  return messages.flatMap(({ parts }) => parts.map(({ key }) => key)).find((key) => changed.has(key)) ?? ''
}
