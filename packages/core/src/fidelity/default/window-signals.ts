import type { Message } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import { type CallFact, callsOf } from '../targets/calls-of.ts'
import { findSuperseded } from '../targets/find-superseded.ts'
import { replacedLines } from '../targets/replaced-lines.ts'
import { resolvePath } from '../targets/resolve-path.ts'
import { targetsOf } from '../targets/targets-of.ts'
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
  /** How much the agent still names each atom. */
  readonly references: ReadonlyMap<string, number>
  /** Words of the agent's last messages. */
  readonly recentWords: ReadonlySet<string>
  /** Keys of calls whose lines later parts show, with the part that does. */
  readonly superseded: ReadonlyMap<string, string>
  /** The last call that touched each file. */
  readonly touched: ReadonlyMap<string, number>
  /** Keys of the newest write or edit of each file. */
  readonly newestWrites: ReadonlySet<string>
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
  return {
    callIndex,
    now: count + 1,
    calls,
    callByKey: new Map(calls.flatMap((fact) => keysOf(fact).map((key) => [key, fact] as const))),
    references: referencesOf(messages, callIndex, count + 1, facts, tuning.refHalfLifeCalls),
    recentWords: recentWords(messages, facts, tuning.recentMessages),
    superseded: tuning.superseded ? findSuperseded(calls, workingDirectory) : new Map(),
    ...fileTouches(calls, callIndex, workingDirectory),
  }
}

function keysOf({ call, result }: CallFact): readonly string[] {
  return result === undefined ? [call.key] : [call.key, result.key]
}

function referencesOf(
  messages: readonly Message[],
  callIndex: readonly number[],
  now: number,
  facts: FactsBook,
  halfLife: number,
): ReadonlyMap<string, number> {
  const references = new Map<string, number>()
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    const weight = 0.5 ** ((now - (callIndex[index] ?? 0)) / halfLife)
    for (const atom of usesOf(message, facts)) references.set(atom, (references.get(atom) ?? 0) + weight)
  }
  return references
}

/** The atoms that a message of the assistant uses: those it names, and the lines that its edits replace. */
function usesOf(message: Message, facts: FactsBook): ReadonlySet<string> {
  const uses = new Set<string>()
  for (const part of message.parts) {
    if (part.kind !== 'text' && part.kind !== 'tool_call') continue
    for (const [atom, atomClass] of facts.of(part).atoms) if (atomClass !== 'line') uses.add(atom)
    if (part.kind !== 'tool_call') continue
    for (const line of replacedLines(part)) uses.add(line)
  }
  return uses
}

function recentWords(messages: readonly Message[], facts: FactsBook, count: number): ReadonlySet<string> {
  const words = new Set<string>()
  for (const message of messages.slice(-count)) {
    if (message.role !== 'assistant') continue
    for (const part of message.parts) {
      if (part.kind !== 'text' && part.kind !== 'tool_call') continue
      for (const word of facts.of(part).words) words.add(word)
    }
  }
  return words
}

function fileTouches(calls: readonly CallFact[], callIndex: readonly number[], workingDirectory?: string) {
  const touched = new Map<string, number>()
  const newest = new Map<string, string>()
  for (const { call, message } of calls) {
    for (const { operation, path } of targetsOf(call)) {
      if (path === undefined || !OF_FILES.has(operation)) continue
      const file = resolvePath(path, workingDirectory)
      touched.set(file, callIndex[message] ?? 0)
      if (operation === 'write' || operation === 'edit') newest.set(file, call.key)
    }
  }
  return { touched, newestWrites: new Set(newest.values()) }
}

export const OF_FILES: ReadonlySet<string> = new Set(['read', 'write', 'edit', 'delete', 'move'])
