import type { TranscriptMessage } from '../../../src/fidelity/transcripts/transcript.ts'
import type { Call, Turn } from '../adapters/conversation.ts'

/** The messages of a cleaned segment as turns that any host could have. */
export function turnsOf(messages: readonly TranscriptMessage[]): readonly Turn[] {
  const results = new Map<string, string>()
  for (const part of messages.flatMap((message) => message.parts)) {
    if (part.kind === 'tool_result') results.set(part.callId ?? '', part.text)
  }
  const seen = new Set<string>()
  return messages.flatMap((message): readonly Turn[] => {
    const text = textOf(message, 'text')
    if (message.role === 'user') return text === '' ? [] : [{ role: 'user', text }]
    if (message.role !== 'assistant') return []
    const reasoning = textOf(message, 'reasoning')
    const calls = message.parts.flatMap((part): readonly Call[] => {
      const result = results.get(part.callId ?? '')
      if (
        part.kind !== 'tool_call' ||
        part.callId === undefined ||
        result === undefined ||
        seen.has(part.callId)
      )
        return []
      seen.add(part.callId)
      return [{ id: part.callId, name: part.tool ?? '', args: argsOf(part.args), result }]
    })
    if (text === '' && calls.length === 0) return []
    return [
      {
        role: 'assistant',
        calls,
        ...(text === '' ? {} : { text }),
        ...(reasoning === '' ? {} : { reasoning }),
      },
    ]
  })
}

function textOf(message: TranscriptMessage, kind: string): string {
  return message.parts
    .filter((part) => part.kind === kind)
    .map((part) => part.text)
    .join('\n')
    .trim()
}

function argsOf(args: unknown): Readonly<Record<string, unknown>> {
  return typeof args === 'object' && args !== null ? { ...args } : {}
}
