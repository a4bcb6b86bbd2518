import { by, byText, inOrder } from '../../domain/order.ts'
import type { Message, Part } from '../model/message.ts'
import { callIdOf } from '../targets/calls-of.ts'
import type { Violation, ViolationCode } from './violation.ts'

/** What a format asks of the order of messages, beside pairs of calls and results. */
export interface ValidityRules {
  /** V05. */
  readonly startsWithUser: boolean
  /** V06. */
  readonly alternates: boolean
}

export const STRICT_RULES: ValidityRules = { startsWithUser: true, alternates: true }

/** What is wrong with the structure of messages, by code and place. */
export function validate(messages: readonly Message[], rules = STRICT_RULES): readonly Violation[] {
  const found: Violation[] = []
  const report = (code: ViolationCode, key: string) => found.push({ code, key })
  checkPairs(messages, report)
  checkOrder(messages, rules, report)
  for (const message of messages) checkContent(message, report)
  return found.sort(violationOrder)
}

const violationOrder = inOrder<Violation>(
  by(({ code }) => code, byText),
  by(({ key }) => key, byText),
)

type Report = (code: ViolationCode, key: string) => void

interface OpenCall {
  readonly part: Part
  readonly message: number
  results: number
}

function checkPairs(messages: readonly Message[], report: Report): void {
  const open = new Map<string, OpenCall>()
  const calls: OpenCall[] = []
  let run = -1
  for (const [index, message] of messages.entries()) {
    // A run of messages with results goes on until a message without any.
    if (!message.parts.some((part) => part.kind === 'tool_result')) run = index
    for (const part of message.parts) {
      if (part.kind === 'tool_call') {
        const call = { part, message: index, results: 0 }
        open.set(callIdOf(part), call)
        calls.push(call)
      } else if (part.kind === 'tool_result') {
        const call = open.get(callIdOf(part))
        if (call === undefined) report('V02', part.key)
        else if (++call.results > 1) report('V03', part.key)
        else if (call.message !== run && call.message !== index) report('V04', part.key)
      }
    }
  }
  const last = messages.findLastIndex((message) => message.role === 'assistant')
  for (const call of calls) if (call.results === 0 && call.message !== last) report('V01', call.part.key)
}

function checkOrder(messages: readonly Message[], rules: ValidityRules, report: Report): void {
  const first = messages.find((message) => message.role !== 'system')
  if (rules.startsWithUser && first !== undefined && first.role !== 'user') report('V05', placeOf(first))
  if (!rules.alternates) return
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1]
    if (message.role !== 'assistant' || before?.role !== 'assistant') continue
    if (!before.parts.some((part) => part.kind === 'tool_call')) report('V06', placeOf(before))
  }
}

function checkContent(message: Message, report: Report): void {
  if (!message.parts.some(isVisible)) report('V07', placeOf(message))
  if (message.parts.at(-1)?.kind === 'reasoning') report('V08', placeOf(message))
}

/** Whether a part says anything to a reader who sees no reasoning. */
export function isVisible(part: Part): boolean {
  if (part.kind === 'text' || part.kind === 'tool_result') return part.text.trim() !== ''
  return part.kind !== 'reasoning'
}

/** Names a message by its role and its first part that stays: neither what goes, nor what is elided, moves it. */
function placeOf({ role, parts }: Message): string {
  const first = parts.find(({ kind }) => kind !== 'reasoning') ?? parts[0]
  // Which of several equal texts it is changes with those before it; an answer stays the one of its call.
  return `${role}|${first?.key.replace(/^(t:\w+)#\d+$/, '$1') ?? ''}`
}
