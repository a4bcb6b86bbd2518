import type { Message, Part } from '../../model/message.ts'
import type { PolicyContext, PolicyStep, WindowPolicy } from '../policy.ts'

export interface ClearToolOptions {
  /** Tokens of the window, with overhead, above which results are cleared. */
  readonly trigger: number
  /** Newest results that stay. */
  readonly keep: number
  /** Fewest tokens that are worth a broken cache. */
  readonly atLeast: number
}

/** What providers and frameworks offer: results but the newest become one word. */
export function clearTool(name: string, options: ClearToolOptions): WindowPolicy {
  return { name, open: (context) => openClearTool(options, context) }
}

const CLEARED = '[cleared]'

function openClearTool({ trigger, keep, atLeast }: ClearToolOptions, context: PolicyContext): PolicyStep {
  const done = new Map<Part, Part>()
  return (messages) => {
    const view = messages.map((message) => withCleared(message, done))
    if (context.rules.overhead + viewTokens(view, context) <= trigger) return view
    const results = messages.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'tool_result'))
    const old = results.slice(0, Math.max(0, results.length - keep)).filter((part) => !done.has(part))
    const gain = old.reduce((sum, part) => sum + context.tokensOf(part), 0)
    if (old.length === 0 || gain < atLeast) return view
    for (const part of old) done.set(part, { ...part, text: CLEARED })
    return messages.map((message) => withCleared(message, done))
  }
}

function withCleared(message: Message, done: ReadonlyMap<Part, Part>): Message {
  if (!message.parts.some((part) => done.has(part))) return message
  return { ...message, parts: message.parts.map((part) => done.get(part) ?? part) }
}

const MESSAGE_ENVELOPE = 4

function viewTokens(view: readonly Message[], { tokensOf }: PolicyContext): number {
  let tokens = 0
  for (const { parts } of view) {
    tokens += MESSAGE_ENVELOPE
    for (const part of parts) tokens += tokensOf(part)
  }
  return tokens
}
