import type { Message, Part } from '../model/message.ts'
import { isVisible, STRICT_RULES, validate } from './validate.ts'
import type { Violation } from './violation.ts'

/**
 * What a view breaks that its window doesn't: a policy answers for no fault that was there before. The messages before
 * `from` are known to break nothing, as a view of them alone.
 */
export function newViolations(
  window: readonly Message[],
  view: readonly Message[],
  rules = STRICT_RULES,
  minAgeCalls = 0,
  from = 0,
): readonly Violation[] {
  const loop = latestToolLoop(window)
  const young = startOfYoung(window, minAgeCalls)
  // A view with the structure of its window breaks nothing of it: only what its parts say may have changed.
  const added = from === 0 ? window : window.slice(from)
  const shownAdded = from === 0 ? view : view.slice(from)
  if (
    added.length === shownAdded.length &&
    added.every((message, index) => isLike(message, shownAdded[index]))
  ) {
    return added.flatMap((message, index) => {
      const shown = shownAdded[index]
      if (shown === message) return []
      const shownOf = ({ key }: Part) => shown?.parts.find((part) => part.key === key)
      return changedParts(message, shownOf, from + index >= loop, from + index >= young)
    })
  }
  const shown = new Map(view.flatMap(({ parts }) => parts.map((part) => [part.key, part] as const)))
  const shownOf = ({ key }: Part) => shown.get(key)
  return [
    ...addedViolations(window, view, rules),
    ...window.flatMap((message, index) => changedParts(message, shownOf, index >= loop, index >= young)),
  ]
}

/** A message of a view, with the one of its window that it is known to be like. */
const KNOWN_LIKE = new WeakMap<Message, Message>()

/** Whether a message has the same structure: the same parts that pair or can be seen, whatever their words. */
function isLike(message: Message, shown: Message | undefined): boolean {
  if (shown === message) return true
  if (shown === undefined || shown.role !== message.role) return false
  if (KNOWN_LIKE.get(shown) === message) return true
  const parts = withoutReasoning(message)
  const others = withoutReasoning(shown)
  const isAlike =
    parts.length > 0 &&
    parts.length === others.length &&
    parts.every((part, index) => isLikePart(part, others[index])) &&
    shown.parts.every(
      ({ kind, key }) => kind !== 'reasoning' || message.parts.some((part) => part.key === key),
    )
  if (isAlike) KNOWN_LIKE.set(shown, message)
  return isAlike
}

/** Of a message that shows anything else, reasoning may go: where it stands last, that mends it. */
function withoutReasoning({ parts }: Message): readonly Part[] {
  return parts.filter(({ kind }) => kind !== 'reasoning')
}

function isLikePart(part: Part, shown: Part | undefined): boolean {
  if (shown === part) return true
  const isSameKind = shown?.kind === part.kind || (!isPaired(part) && shown !== undefined && !isPaired(shown))
  return (
    isSameKind &&
    shown.key === part.key &&
    shown.callId === part.callId &&
    isVisible(shown) === isVisible(part)
  )
}

function isPaired({ kind }: Part): boolean {
  return kind === 'tool_call' || kind === 'tool_result'
}

function addedViolations(
  window: readonly Message[],
  view: readonly Message[],
  rules: typeof STRICT_RULES,
): readonly Violation[] {
  const had = new Map<string, number>()
  for (const { code, key } of validate(window, rules)) {
    had.set(`${code} ${key}`, (had.get(`${code} ${key}`) ?? 0) + 1)
  }
  return validate(view, rules).filter(({ code, key }) => {
    const left = had.get(`${code} ${key}`) ?? 0
    had.set(`${code} ${key}`, left - 1)
    return left <= 0
  })
}

/** V09 and V13: parts of a message that no view may change. */
function changedParts(
  { parts }: Message,
  shownOf: (part: Part) => Part | undefined,
  isInLoop: boolean,
  isYoung: boolean,
): readonly Violation[] {
  return parts.flatMap((part): readonly Violation[] => {
    const shown = shownOf(part)
    const isGone = shown === undefined
    const isChanged = !isGone && shown.text !== part.text
    if (part.opaque === true && isChanged) return [{ code: 'V09', key: part.key }]
    if (part.kind === 'reasoning' && isInLoop && (isGone || isChanged))
      return [{ code: 'V09', key: part.key }]
    return isYoung && (isGone || isChanged) ? [{ code: 'V13', key: part.key }] : []
  })
}

/** The first message after the last one with human text. */
export function latestToolLoop(messages: readonly Message[]): number {
  return messages.findLastIndex((message) => message.human) + 1
}

/** The first of the last `count` messages of the assistant. */
export function startOfYoung(messages: readonly Message[], count: number): number {
  if (count <= 0) return messages.length
  let left = count
  for (let index = messages.length - 1; index >= 0; index--) {
    if (messages[index]?.role === 'assistant' && --left === 0) return index
  }
  return 0
}
