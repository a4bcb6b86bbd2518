import type { Message, Part } from '../../../../src/fidelity/model/message.ts'
import { argumentsJson } from './parts.ts'

/** §5 as §19.3 counts it: what a view breaks that its window doesn't. */
export function newViolations(
  window: readonly Message[],
  view: readonly Message[],
  minAgeCalls: number,
): number {
  const left = [...violations(window)]
  let added = 0
  for (const violation of violations(view)) {
    const place = left.indexOf(violation)
    if (place === -1) added++
    else left.splice(place, 1)
  }
  return added + changedParts(window, view, minAgeCalls)
}

/** V01 to V08, each as its code and key. */
function violations(messages: readonly Message[]): readonly string[] {
  return [...pairViolations(messages), ...orderViolations(messages), ...contentViolations(messages)]
}

interface Pair {
  readonly call: Part
  readonly message: number
  /** Messages that hold a result of the call. */
  readonly results: number[]
}

/** Repeated ids pair by occurrence: a result answers the newest call of its id. */
function pairViolations(messages: readonly Message[]): readonly string[] {
  const found: string[] = []
  const pairs: Pair[] = []
  for (const [index, { parts }] of messages.entries()) {
    for (const part of parts) {
      if (part.kind === 'tool_call') pairs.push({ call: part, message: index, results: [] })
      if (part.kind !== 'tool_result') continue
      const pair = pairs.findLast(({ call }) => call.callId === part.callId)
      if (pair === undefined) found.push(`V02 ${part.key}`)
      else if (pair.results.length > 0) found.push(`V03 ${part.key}`)
      else if (!messages.slice(pair.message + 1, index).every(hasResult)) found.push(`V04 ${part.key}`)
      pair?.results.push(index)
    }
  }
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant')
  for (const { call, message, results } of pairs) {
    if (results.length === 0 && message !== lastAnswer) found.push(`V01 ${call.key}`)
  }
  return found
}

function orderViolations(messages: readonly Message[]): readonly string[] {
  const found: string[] = []
  const [first] = messages
  if (first !== undefined && first.role !== 'user') found.push(`V05 ${first.parts[0]?.key ?? ''}`)
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1]
    if (message.role === 'assistant' && next?.role === 'assistant' && !hasCall(message)) {
      found.push(`V06 ${message.role} ${(message.parts[0]?.text ?? '').slice(0, 80)}`)
    }
  }
  return found
}

function contentViolations(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) => {
    const [key, last] = [message.parts[0]?.key ?? '', message.parts.at(-1)]
    const isBlank = message.parts.every(({ kind, text }) => kind === 'reasoning' || text.trim() === '')
    return [
      ...(isBlank && !hasCall(message) ? [`V07 ${key}`] : []),
      ...(last?.kind === 'reasoning' ? [`V08 ${last.key}`] : []),
    ]
  })
}

/** V09 and V13: parts of the window that had to stay as they are, each counted once. */
function changedParts(window: readonly Message[], view: readonly Message[], minAgeCalls: number): number {
  const shown = new Map(view.flatMap(({ parts }) => parts.map((part) => [part.key, part] as const)))
  const loop = window.findLastIndex(({ role }) => role === 'user')
  const answers = window.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []))
  const young = minAgeCalls === 0 ? window.length : (answers.at(-minAgeCalls) ?? 0)
  let changed = 0
  for (const [index, message] of window.entries()) {
    for (const part of message.parts) {
      const there = shown.get(part.key)
      const isKept = there !== undefined && isSame(part, there)
      const isOfLoop = part.kind === 'reasoning' && index > loop
      const isSigned = part.opaque === true && there !== undefined
      if (!isKept && (isOfLoop || isSigned || index >= young)) changed++
    }
  }
  return changed
}

function isSame(one: Part, other: Part): boolean {
  return one.kind === other.kind && one.text === other.text && argumentsJson(one) === argumentsJson(other)
}

function hasResult({ parts }: Message): boolean {
  return parts.some(({ kind }) => kind === 'tool_result')
}

function hasCall({ parts }: Message): boolean {
  return parts.some(({ kind }) => kind === 'tool_call')
}
