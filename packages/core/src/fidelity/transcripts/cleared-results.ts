import type { LoggedMessage } from './transcript-draft.ts'

const CLEARED = '[Old tool result content cleared]'

/** The same messages with some results gone, as the agent itself words it. */
export function withResultsCleared(
  messages: readonly LoggedMessage[],
  callIds: ReadonlySet<string>,
): readonly LoggedMessage[] {
  return messages.map((message) => {
    const isTouched = message.parts.some(
      (part) => part.kind === 'tool_result' && callIds.has(part.callId ?? ''),
    )
    if (!isTouched) return message
    const parts = message.parts.map((part) =>
      part.kind === 'tool_result' && callIds.has(part.callId ?? '') ? { ...part, text: CLEARED } : part,
    )
    return { ...message, parts }
  })
}
