import type { Message, Part } from '../model/message.ts'
import { STRICT_RULES, validate } from './validate.ts'
import type { Violation } from './violation.ts'

/** What a view breaks that its window doesn't: a policy answers for no fault that was there before. */
export function newViolations(
  window: readonly Message[],
  view: readonly Message[],
  rules = STRICT_RULES,
  minAgeCalls = 0,
): readonly Violation[] {
  const had = new Map<string, number>()
  for (const { code, key } of validate(window, rules)) {
    had.set(`${code} ${key}`, (had.get(`${code} ${key}`) ?? 0) + 1)
  }
  const added = validate(view, rules).filter(({ code, key }) => {
    const left = had.get(`${code} ${key}`) ?? 0
    had.set(`${code} ${key}`, left - 1)
    return left <= 0
  })
  return [...added, ...changedParts(window, view, minAgeCalls)]
}

/** V09 and V13: parts that no view may change. */
function changedParts(
  window: readonly Message[],
  view: readonly Message[],
  minAgeCalls: number,
): readonly Violation[] {
  const shown = new Map<string, Part>()
  for (const { parts } of view) for (const part of parts) shown.set(part.key, part)
  const loop = latestToolLoop(window)
  const young = startOfYoung(window, minAgeCalls)
  const found: Violation[] = []
  for (const [index, { parts }] of window.entries()) {
    for (const part of parts) {
      const now = shown.get(part.key)
      const isChanged = now !== undefined && now.text !== part.text
      const isGone = now === undefined
      if (part.opaque === true && isChanged) found.push({ code: 'V09', key: part.key })
      else if (part.kind === 'reasoning' && index >= loop && (isGone || isChanged)) {
        found.push({ code: 'V09', key: part.key })
      } else if (index >= young && (isGone || isChanged)) found.push({ code: 'V13', key: part.key })
    }
  }
  return found
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
