import type { Message, Part } from '../model/message.ts'
import type { Decision } from './decision.ts'
import { withText } from './shown-part.ts'

/** Where the last decision on a part is found. */
export interface DecisionLookup {
  readonly find: (key: string) => Decision | undefined
}

/**
 * The messages as the decisions show them. Pure: the same messages and decisions give the same view, and what no
 * decision touches is the very object that came in.
 */
export function renderView(messages: readonly Message[], decisions: DecisionLookup): readonly Message[] {
  let isChanged = false
  const view: Message[] = []
  for (const message of messages) {
    const rendered = renderMessage(message, decisions)
    if (rendered !== message) isChanged = true
    // Nothing but reasoning is ever left out, so only a message of reasoning alone can become empty.
    if (rendered.parts.length > 0 || message.parts.length === 0) view.push(rendered)
  }
  return isChanged ? view : messages
}

function renderMessage(message: Message, decisions: DecisionLookup): Message {
  if (!message.parts.some((part) => changes(part, decisions.find(part.key)))) return message
  return { ...message, parts: message.parts.flatMap((part) => renderPart(part, decisions.find(part.key))) }
}

function changes(part: Part, decision: Decision | undefined): decision is Decision {
  return decision !== undefined && decision.level !== 'full' && decision.text !== part.text
}

function renderPart(part: Part, decision: Decision | undefined): readonly Part[] {
  if (!changes(part, decision)) return [part]
  if (decision.text === null) return []
  const shown = withText(part, decision.text)
  const args = part.kind === 'tool_call' ? parseObject(decision.text) : undefined
  return [args === undefined ? shown : { ...shown, args }]
}

function parseObject(text: string): unknown {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
