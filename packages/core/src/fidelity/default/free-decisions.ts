import { renderPaste } from '../compress/render-paste.ts'
import { appliedEdit } from '../forms/applied-edit.ts'
import type { DraftDecision } from '../ledger/decision.ts'
import type { Message, Part } from '../model/message.ts'
import { succeeded } from '../targets/calls-of.ts'
import { targetsOf } from '../targets/targets-of.ts'
import { partPlaceholder, recallOf } from './part-placeholder.ts'
import { draftDecision, isFixed, type PassContext } from './pass-context.ts'

/** What costs nothing to leave out: every pass takes all of it. */
export function freeDecisions(context: PassContext): readonly DraftDecision[] {
  const { tuning } = context
  return [
    ...(tuning.appliedEdits ? appliedEdits(context) : []),
    ...(tuning.duplicates ? duplicates(context) : []),
    ...(tuning.reasoning === 'drop-old' ? oldReasoning(context) : []),
    ...pastes(context),
  ]
}

function appliedEdits(context: PassContext): readonly DraftDecision[] {
  return context.signals.calls.flatMap((fact) => {
    const { call, message } = fact
    const isEdit = targetsOf(call).some(({ operation }) => operation === 'edit')
    // An edit that failed, or may have, still tells what the file holds.
    if (!isEdit || !succeeded(fact) || isFixed(call, message, context) || isElided(call, context)) return []
    const text = appliedEdit(call, context.facts.counter)
    if (text === undefined) return []
    const fields = { level: 'compressed', action: 'applied-edit', reason: 'applied-edit', class: 0 } as const
    return worthwhile([draftDecision(call, text, fields, context)], context)
  })
}

const SHORTEST_DUPLICATE = 60

function duplicates(context: PassContext): readonly DraftDecision[] {
  const newest = new Map<string | undefined, Map<string, string>>()
  const decisions: DraftDecision[] = []
  for (const { call, result, resultMessage } of context.signals.calls.toReversed()) {
    if (result === undefined || context.facts.of(result).tokens < SHORTEST_DUPLICATE) continue
    const ofTool = newest.get(call.tool) ?? new Map<string, string>()
    newest.set(call.tool, ofTool)
    const of = ofTool.get(result.text)
    if (of === undefined) ofTool.set(result.text, result.key)
    else if (!isFixed(result, resultMessage ?? 0, context) && !isElided(result, context)) {
      decisions.push(...worthwhile([duplicate(result, call, of, context)], context))
    }
  }
  return decisions
}

function duplicate(result: Part, call: Part, of: string, context: PassContext): DraftDecision {
  const note = { kind: 'same', handle: context.handleOf(of) } as const
  const text = partPlaceholder(result, { call, note }, context)
  const fields = { level: 'placeholder', action: 'duplicate', reason: 'duplicate', class: 0 } as const
  return draftDecision(result, text, fields, context)
}

/** Reasoning before the last human message, where its message goes on without it. */
function oldReasoning(context: PassContext): readonly DraftDecision[] {
  const { messages, signals, tuning, ledger, pins } = context
  const last = messages.findLastIndex((message) => message.human)
  return messages.slice(0, Math.max(0, last)).flatMap((message, index) => {
    const isYoung = signals.now - (signals.callIndex[index] ?? 0) <= tuning.minAgeCalls
    if (isYoung || !hasOther(message) || isBroken(message, messages[index + 1])) return []
    return (
      message.parts
        // Reasoning that a provider shows without words has one name for all: a host that sends a view back would give the
        // name of what is gone, and with it the decision, to the next.
        .filter(({ kind, text, key }) => kind === 'reasoning' && text.trim() !== '' && !pins.has(key))
        .filter(({ key }) => ledger.find(key)?.level !== 'placeholder')
        .map((part) => {
          const fields = {
            level: 'placeholder',
            action: 'drop-reasoning',
            reason: 'drop-reasoning',
            class: 0,
          } as const
          return draftDecision(part, null, fields, context)
        })
    )
  })
}

/** Two answers in a row: where a window is broken already, nothing is changed. */
function isBroken(message: Message, next: Message | undefined): boolean {
  return next?.role === 'assistant' && !message.parts.some((part) => part.kind === 'tool_call')
}

function hasOther({ parts }: Message): boolean {
  return parts.some((part) => part.kind === 'tool_call' || (part.kind === 'text' && part.text.trim() !== ''))
}

const LAST_HUMAN_MESSAGES = 2

/** Blocks that a person pasted, in texts beyond the user's budget, counted from the newest. */
function pastes(context: PassContext): readonly DraftDecision[] {
  const { messages, facts, tuning, budget } = context
  let left = Math.max(tuning.userBudgetMin, tuning.userBudgetRatio * budget)
  let humans = 0
  const decisions: DraftDecision[] = []
  for (const message of messages.toReversed()) {
    if (!message.human) continue
    humans++
    for (const part of message.parts) {
      if (part.kind !== 'text') continue
      const { tokens } = facts.of(part)
      left -= tokens
      if (left >= 0 || humans <= LAST_HUMAN_MESSAGES || tokens < tuning.pasteMinTokens) continue
      decisions.push(...paste(part, context))
    }
  }
  return decisions
}

function paste(part: Part, context: PassContext): readonly DraftDecision[] {
  const pin = context.pins.get(part.key)
  // The task's words stay; what was pasted into it is no word of it.
  if (isElided(part, context) || (pin !== undefined && pin !== 'task')) return []
  const recall = recallOf(part, context)
  const how = recall.kind === 'handle' ? `recall ${recall.handle}` : 're-run to see it again'
  const text = renderPaste(part.text, how, context.facts.counter)
  if (text === undefined) return []
  const fields = { level: 'compressed', action: 'paste', reason: 'paste', class: 0 } as const
  return worthwhile([draftDecision(part, text, fields, context)], context)
}

function isElided(part: Part, { ledger }: PassContext): boolean {
  return (ledger.find(part.key)?.level ?? 'full') !== 'full'
}

function worthwhile(decisions: readonly DraftDecision[], { tuning }: PassContext): readonly DraftDecision[] {
  return decisions.filter(({ gain }) => gain >= tuning.minGainFree)
}
