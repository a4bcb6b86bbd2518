import type { Message, Part, PolicyContext } from '@varve/core/fidelity'

const MESSAGE_ENVELOPE = 4

export function resultsOf(messages: readonly Message[]): readonly Part[] {
  return messages.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'tool_result'))
}

/** The messages with other parts for some. */
export function withParts(messages: readonly Message[], shown: ReadonlyMap<Part, Part>): readonly Message[] {
  return messages.map((message) =>
    message.parts.some((part) => shown.has(part))
      ? { ...message, parts: message.parts.map((part) => shown.get(part) ?? part) }
      : message,
  )
}

/** Tokens of what is shown, with overhead. */
export function viewTokens(view: readonly Message[], { rules, tokensOf }: PolicyContext): number {
  return view.reduce((sum, message) => sum + messageTokens(message, tokensOf), rules.overhead)
}

export function messageTokens({ parts }: Message, tokensOf: PolicyContext['tokensOf']): number {
  return parts.reduce((sum, part) => sum + tokensOf(part), MESSAGE_ENVELOPE)
}
