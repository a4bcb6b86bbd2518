import { type HostObject, numberOf, objectOf } from '../host/host-object.ts'

/** What a provider reported of one call, in tokens. */
export interface Usage {
  /** All of the input, cached or not. */
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
}

/**
 * The usage of a call, as Anthropic, OpenAI (Chat and Responses), Gemini and the AI SDK report it; undefined where
 * it is none of theirs. Only the AI SDK, OpenAI and Gemini count cached tokens into the input themselves.
 */
export function readUsage(usage: unknown): Usage | undefined {
  const object = objectOf(usage)
  if (object === undefined) return undefined
  return ofSdk(object) ?? ofAnthropic(object) ?? ofChat(object) ?? ofResponses(object) ?? ofGemini(object)
}

function ofAnthropic(usage: HostObject): Usage | undefined {
  const input = numberOf(usage.input_tokens)
  const read = numberOf(usage.cache_read_input_tokens)
  const write = numberOf(usage.cache_creation_input_tokens)
  if (input === undefined || (usage.input_tokens_details !== undefined && read === undefined))
    return undefined
  const [cacheRead, cacheWrite] = [read ?? 0, write ?? 0]
  const output = numberOf(usage.output_tokens) ?? 0
  return { input: input + cacheRead + cacheWrite, cacheRead, cacheWrite, output }
}

function ofResponses(usage: HostObject): Usage | undefined {
  const input = numberOf(usage.input_tokens)
  if (input === undefined) return undefined
  const cacheRead = numberOf(objectOf(usage.input_tokens_details)?.cached_tokens) ?? 0
  return { input, cacheRead, cacheWrite: 0, output: numberOf(usage.output_tokens) ?? 0 }
}

function ofChat(usage: HostObject): Usage | undefined {
  const input = numberOf(usage.prompt_tokens)
  if (input === undefined) return undefined
  const cacheRead = numberOf(objectOf(usage.prompt_tokens_details)?.cached_tokens) ?? 0
  return { input, cacheRead, cacheWrite: 0, output: numberOf(usage.completion_tokens) ?? 0 }
}

function ofGemini(usage: HostObject): Usage | undefined {
  const input = numberOf(usage.promptTokenCount)
  if (input === undefined) return undefined
  const output = (numberOf(usage.candidatesTokenCount) ?? 0) + (numberOf(usage.thoughtsTokenCount) ?? 0)
  return { input, cacheRead: numberOf(usage.cachedContentTokenCount) ?? 0, cacheWrite: 0, output }
}

/** The totals of the AI SDK, or those of one of its providers, which stand in an object each. */
function ofSdk(usage: HostObject): Usage | undefined {
  const totals = objectOf(usage.inputTokens)
  const input = numberOf(totals?.total) ?? numberOf(usage.inputTokens)
  if (input === undefined) return undefined
  const details = objectOf(usage.inputTokenDetails)
  const cacheRead =
    numberOf(totals?.cacheRead) ??
    numberOf(details?.cacheReadTokens) ??
    numberOf(usage.cachedInputTokens) ??
    0
  const cacheWrite = numberOf(totals?.cacheWrite) ?? numberOf(details?.cacheWriteTokens) ?? 0
  const output = numberOf(objectOf(usage.outputTokens)?.total) ?? numberOf(usage.outputTokens) ?? 0
  return { input, cacheRead, cacheWrite, output }
}
