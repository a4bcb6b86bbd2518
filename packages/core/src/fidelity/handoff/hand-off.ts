import { groupMessages } from '../groups/group-messages.ts'
import { latestToolLoop } from '../groups/new-violations.ts'
import type { DecisionLookup } from '../ledger/render-view.ts'
import { withText } from '../ledger/shown-part.ts'
import { ELIDED, isArgumentObject } from '../model/canonical-arguments.ts'
import type { Message, Part } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import { callIdOf } from '../targets/calls-of.ts'

export interface HandoffOptions {
  /** Messages at the end that stay, at least: 6 unless said, whole groups and the latest tool loop. */
  readonly keepTail?: number
  /** Tokens that originals may take, where they are to be summarised instead of left out. */
  readonly budget?: number
  readonly source?: 'rendered' | 'original'
}

/** What a host needs to compact a window itself: Varve summarises nothing. */
export interface Handoff {
  /** To be summarised: no placeholder is in it (INV-02). */
  readonly input: readonly Message[]
  /** To be sent on as it is, after the summary. */
  readonly keep: readonly Message[]
  /** What the summary must not lose; put it beside it. */
  readonly manifest: string
  /** Keys of parts that are in neither. */
  readonly excluded: readonly string[]
}

export interface HandoffInput extends HandoffOptions {
  readonly messages: readonly Message[]
  readonly ledger: DecisionLookup
  readonly facts: FactsBook
  /** Whether a part is pinned, so that its group stays. */
  readonly isPinned: (key: string) => boolean
}

const TAIL_MESSAGES = 6

/** Parts a window into what stays and what is to be summarised; each part is in one of them, or excluded. */
export function handOff(input: HandoffInput): Omit<Handoff, 'manifest'> {
  const { messages } = input
  const kept = keptMessages(input)
  const originals = input.source === 'original' ? affordable(input, kept) : new Set<string>()
  const gone = goneCalls(input, originals)
  const excluded: string[] = []
  const rest: Message[] = []
  for (const [index, message] of messages.entries()) {
    if (kept.has(index)) continue
    const parts = message.parts.flatMap((part) => {
      const shown = summarised(part, input.ledger, originals, gone)
      if (shown === undefined) excluded.push(part.key)
      return shown ?? []
    })
    const lasting = parts.findLastIndex(({ kind }) => kind !== 'reasoning') + 1
    excluded.push(...parts.slice(lasting).map(({ key }) => key))
    if (lasting > 0) append(rest, message, parts.slice(0, lasting))
  }
  return { input: rest, keep: messages.filter((_, index) => kept.has(index)), excluded }
}

/** Pins, what may not be edited, the tail and the latest tool loop, all rounded to whole groups. */
function keptMessages({ messages, isPinned, keepTail = TAIL_MESSAGES }: HandoffInput): ReadonlySet<number> {
  const groups = groupMessages(messages)
  const loop = latestToolLoop(messages)
  // The message that began the loop goes with it, unless the loop is the whole window.
  const tail = Math.min(messages.length - keepTail, Math.max(0, loop - 1))
  const kept = new Set<number>()
  for (const [index, { parts, pinned, injected, role }] of messages.entries()) {
    const isKept =
      index >= tail ||
      role === 'system' ||
      pinned === true ||
      injected === true ||
      parts.some(({ key, opaque }) => opaque === true || isPinned(key))
    const group = groups[index]
    if (isKept && group !== undefined) kept.add(group)
  }
  return new Set(groups.flatMap((group, index) => (kept.has(group) ? [index] : [])))
}

/** Keys of elided parts whose originals fit, from the newest. */
function affordable(
  { messages, ledger, facts, budget = 0 }: HandoffInput,
  kept: ReadonlySet<number>,
): ReadonlySet<string> {
  const chosen = new Set<string>()
  let left = budget
  for (const [index, { parts }] of [...messages.entries()].toReversed()) {
    if (kept.has(index)) continue
    for (const part of parts) {
      if (ledger.find(part.key)?.level !== 'placeholder' || part.kind === 'reasoning') continue
      left -= facts.of(part).tokens
      if (left < 0) return chosen
      chosen.add(part.key)
    }
  }
  return chosen
}

/** Ids of calls whose result is left out: a call without result is none that a provider takes. */
function goneCalls({ messages, ledger }: HandoffInput, originals: ReadonlySet<string>): ReadonlySet<string> {
  const gone = new Set<string>()
  for (const part of messages.flatMap(({ parts }) => parts)) {
    const isElided = ledger.find(part.key)?.level === 'placeholder' && !originals.has(part.key)
    if (part.kind === 'tool_result' && isElided) gone.add(pairOf(part))
  }
  return gone
}

/** Repeated ids carry the suffix of their keys. */
function pairOf(part: Part): string {
  return part.key.startsWith('c:') || part.key.startsWith('r:') ? part.key.slice(2) : callIdOf(part)
}

function summarised(
  part: Part,
  ledger: DecisionLookup,
  originals: ReadonlySet<string>,
  gone: ReadonlySet<string>,
): Part | undefined {
  const decision = ledger.find(part.key)
  const isOfCall = part.kind === 'tool_call' || part.kind === 'tool_result'
  if (isOfCall && gone.has(pairOf(part))) return undefined
  if (decision === undefined || decision.level === 'full' || originals.has(part.key)) return part
  if (decision.text === null) return undefined
  if (decision.level === 'compressed') return withArguments(withText(part, decision.text))
  return part.kind === 'tool_call' ? withoutElided(part, decision.text) : undefined
}

/** The short arguments that an elided call still shows, without the placeholder among them. */
function withoutElided(call: Part, text: string): Part {
  const { args } = withArguments(withText(call, text))
  const { [ELIDED]: _, ...shown } = isArgumentObject(args) ? args : {}
  return { ...withText(call, JSON.stringify(shown)), args: shown }
}

function withArguments(part: Part): Part {
  if (part.kind !== 'tool_call') return part
  try {
    return { ...part, args: JSON.parse(part.text) }
  } catch {
    return part
  }
}

/** Neighbours of the assistant become one message: what stood between them was left out. */
function append(rest: Message[], message: Message, parts: readonly Part[]): void {
  const before = rest.at(-1)
  const isRun = before?.role === 'assistant' && message.role === 'assistant'
  const hasCalls = before?.parts.some(({ kind }) => kind === 'tool_call') === true
  if (before !== undefined && isRun && !hasCalls) {
    rest.splice(-1, 1, { ...before, parts: [...before.parts, ...parts], raw: undefined })
  } else
    rest.push(
      parts.length === message.parts.length && parts.every((part, at) => part === message.parts[at])
        ? message
        : { ...message, parts },
    )
}
