import { anthropicMessages, gemini, type HostFormat, openaiChat, openaiResponses } from '@varve/core/fidelity'

/** The format of the request that a path takes; undefined for what is passed through untouched. */
export function formatOf(method: string | undefined, path: string): HostFormat | undefined {
  if (method !== 'POST') return undefined
  const [plain = ''] = path.split('?')
  if (plain.endsWith('/v1/messages') || plain.endsWith('/v1/messages/count_tokens')) return anthropicMessages
  if (plain.endsWith('/chat/completions')) return openaiChat
  if (plain.endsWith('/responses')) return openaiResponses
  return /\/models\/[^/]+:(?:generateContent|streamGenerateContent)$/.test(plain) ? gemini : undefined
}
