import {
  AtomTable,
  isArgumentObject,
  type Message,
  type Part,
  type PolicyContext,
  type PolicyStep,
  searchedText,
  usesOf,
  type WindowPolicy,
} from '@varve/core/fidelity'
import { viewTokens, withParts } from './results-of.ts'

const COMMON = 0.25
const YOUNG = 3

/** Knows what comes: each result, and with `withArguments` each text of arguments, keeps the lines that will be needed. */
export function oracle(name: string, trigger: number, withArguments: boolean): WindowPolicy {
  return { name, showsValues: true, open: (context) => openOracle(trigger, withArguments, context) }
}

function openOracle(trigger: number, withArguments: boolean, context: PolicyContext): PolicyStep {
  const future = new Future(context.segment.messages)
  const shown = new Map<Part, Part>()
  return (messages) => {
    const view = withParts(messages, shown)
    if (viewTokens(view, context) <= trigger) return view
    const held = new Set<number>()
    const answers = messages.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []))
    const young = answers.at(-YOUNG) ?? 0
    for (const [index, message] of [...messages.entries()].reverse()) {
      for (const part of message.parts.toReversed()) {
        const isCut = part.kind === 'tool_result' || (withArguments && part.kind === 'tool_call')
        const now =
          index < young && isCut ? future.cut(part, messages.length, held) : (shown.get(part) ?? part)
        if (now !== part) shown.set(part, now)
        if (part.kind !== 'reasoning') for (const atom of future.atomsOf(now)) held.add(atom)
      }
    }
    return withParts(messages, shown)
  }
}

/** Which atoms the agent will use, and from when on no more. */
class Future {
  readonly #table = new AtomTable()
  readonly #lastUse = new Map<number, number>()
  readonly #places = new Map<number, number>()
  readonly #most: number

  constructor(messages: readonly Message[]) {
    this.#most = COMMON * messages.length
    for (const [index, { role, parts }] of messages.entries()) {
      const inMessage = new Set(
        parts.flatMap((part) => (part.kind === 'reasoning' ? [] : [...this.atomsOf(part)])),
      )
      for (const atom of inMessage) this.#places.set(atom, (this.#places.get(atom) ?? 0) + 1)
      if (role !== 'assistant') continue
      for (const part of parts)
        for (const atom of this.#table.idsOf(usesOf(part))) this.#lastUse.set(atom, index)
    }
  }

  atomsOf(part: Part): Int32Array {
    return this.#table.idsIn(searchedText(part))
  }

  /** A result, or each text among the arguments of a call, with the lines of it that will be needed. */
  cut(part: Part, now: number, held: ReadonlySet<number>): Part {
    const kept = (text: string) =>
      text
        .split('\n')
        .filter((line) => this.#table.idsIn(line).some((atom) => this.#isNeeded(atom, now, held)))
        .join('\n') || '[cleared]'
    if (part.kind !== 'tool_call' || !isArgumentObject(part.args)) return { ...part, text: kept(part.text) }
    const args = Object.fromEntries(
      Object.entries(part.args).map(([name, value]) => [
        name,
        typeof value === 'string' ? kept(value) : value,
      ]),
    )
    return { ...part, args, text: JSON.stringify(args) }
  }

  #isNeeded(atom: number, now: number, held: ReadonlySet<number>): boolean {
    if (held.has(atom) || (this.#places.get(atom) ?? 0) > this.#most) return false
    return (this.#lastUse.get(atom) ?? -1) >= now
  }
}
