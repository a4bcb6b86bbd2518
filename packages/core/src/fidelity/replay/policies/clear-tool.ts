import type { Message, Part } from '../../model/message.ts'
import { SeenList } from '../../model/seen-list.ts'
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
  const cleared = new Map<Part, Part>()
  const given = new SeenList<Message>()
  /** Its own, and the same at each call. */
  const view: Message[] = []
  let tokens = 0
  /** Of the window, without those that were cleared. */
  let results: readonly Part[] = []
  return (messages) => {
    if (!given.isStartOf(messages)) [view.length, tokens, results] = [0, 0, []]
    const added = given.grow(messages)
    const shown = added.map((message) => withCleared(message, cleared))
    for (const message of shown) view.push(message)
    tokens += viewTokens(shown, context)
    results = results.concat(added.flatMap(resultsOf))
    if (context.rules.overhead + tokens <= trigger) return view
    const old = results.slice(0, Math.max(0, results.length - keep)).filter((part) => !cleared.has(part))
    const gain = old.reduce((sum, part) => sum + context.tokensOf(part), 0)
    if (old.length === 0 || gain < atLeast) return view
    for (const part of old) {
      const shown = { ...part, text: CLEARED }
      cleared.set(part, shown)
      tokens += context.tokensOf(shown) - context.tokensOf(part)
    }
    results = results.filter((part) => !cleared.has(part))
    for (const [index, message] of view.entries()) view[index] = withCleared(message, cleared)
    return view
  }
}

function resultsOf({ parts }: Message): readonly Part[] {
  return parts.filter(({ kind }) => kind === 'tool_result')
}

function withCleared(message: Message, cleared: ReadonlyMap<Part, Part>): Message {
  if (!message.parts.some((part) => cleared.has(part))) return message
  return { ...message, parts: message.parts.map((part) => cleared.get(part) ?? part) }
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
