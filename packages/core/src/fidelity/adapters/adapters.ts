import { aiSdk } from './ai-sdk/index.ts'
import { anthropicMessages } from './anthropic-messages/index.ts'
import { gemini } from './gemini/index.ts'
import type { HostFormat } from './host-format.ts'
import { openaiChat } from './openai-chat/index.ts'
import { openaiResponses } from './openai-responses/index.ts'

/** The requests whose windows Varve can fit. Order counts: the first that recognises a request takes it. */
export const HOST_FORMATS: readonly HostFormat[] = [
  gemini,
  openaiResponses,
  aiSdk,
  anthropicMessages,
  openaiChat,
]

/** The format of a request, by what is in it. */
export function findHostFormat(request: unknown): HostFormat | undefined {
  return HOST_FORMATS.find((format) => format.detect(request))
}
