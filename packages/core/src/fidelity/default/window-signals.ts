import type { Message } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import { type CallFact, callsOf } from '../targets/calls-of.ts'
import { findSuperseded } from '../targets/find-superseded.ts'
import type { Tuning } from './tuning.ts'

/** What a window as a whole tells of its parts, read once for a pass. */
export interface WindowSignals {
  /** Messages of the assistant up to and with each message. */
  readonly callIndex: readonly number[]
  /** The call that comes next. */
  readonly now: number
  readonly calls: readonly CallFact[]
  /** Each call by its key, and by the key of its result. */
  readonly callByKey: ReadonlyMap<string, CallFact>
  /** How often the agent quoted an atom, the older the less. */
  readonly referencesTo: (atom: number) => number
  /** Keys of calls whose lines later parts show, with the part that does. */
  readonly superseded: ReadonlyMap<string, string>
}

export function readSignals(
  messages: readonly Message[],
  facts: FactsBook,
  tuning: Tuning,
  workingDirectory?: string,
): WindowSignals {
  const callIndex: number[] = []
  let count = 0
  for (const message of messages) callIndex.push(message.role === 'assistant' ? ++count : count)
  const calls = callsOf(messages)
  let references: Float64Array | undefined
  return {
    callIndex,
    now: count + 1,
    calls,
    callByKey: new Map(calls.flatMap((fact) => keysOf(fact).map((key) => [key, fact] as const))),
    referencesTo: (atom) => {
      references ??= countReferences(messages, callIndex, facts, tuning.refHalfLifeCalls)
      return references[atom] ?? 0
    },
    superseded: tuning.superseded ? findSuperseded(calls, workingDirectory) : new Map(),
  }
}

function keysOf({ call, result }: CallFact): readonly string[] {
  return result === undefined ? [call.key] : [call.key, result.key]
}

function countReferences(
  messages: readonly Message[],
  callIndex: readonly number[],
  facts: FactsBook,
  halfLife: number,
): Float64Array {
  const now = (callIndex.at(-1) ?? 0) + 1
  const uses = messages.map((message) => (message.role === 'assistant' ? facts.usesOf(message) : NONE))
  const references = new Float64Array(facts.table.size)
  for (const [index, atoms] of uses.entries()) {
    const weight = 0.5 ** ((now - (callIndex[index] ?? 0)) / halfLife)
    for (const atom of atoms) references[atom] = (references[atom] ?? 0) + weight
  }
  return references
}

const NONE = new Int32Array()
