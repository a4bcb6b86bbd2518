import type { Model, ModelRequest, ModelResult } from '@varve/core'
import type { LanguageModel } from 'ai'
import { costing } from './costs.ts'
import { type Kit, loadKit } from './load-kit.ts'
import type { ModelSettings } from './model-settings.ts'
import { readFailure } from './read-failure.ts'

export type ProviderSettings = Exclude<ModelSettings, { readonly provider: 'command' }>

/** A model behind one of the packages of providers. Its own retries are off: whoever asks counts attempts. */
export async function openProviderModel(
  settings: ProviderSettings,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Model> {
  const kit = await loadKit(settings.provider)
  const model = kit.open({
    model: settings.model,
    ...(settings.baseUrl !== undefined && { baseUrl: settings.baseUrl }),
    ...(key !== undefined && { key }),
  })
  return {
    provider: settings.provider,
    name: settings.model,
    complete: (request) => complete(kit, model, request, { key, signal }),
    ...costing(settings.prices),
  }
}

interface Caller {
  readonly key: string | undefined
  readonly signal: AbortSignal | undefined
}

async function complete(
  { ai }: Kit,
  model: LanguageModel,
  request: ModelRequest,
  { key, signal }: Caller,
): Promise<ModelResult> {
  const timeout = AbortSignal.timeout(Math.max(1, request.timeoutMs))
  try {
    const answer = await ai.generateText({
      model,
      system: request.system,
      prompt: request.user,
      output: ai.Output.object({ schema: ai.jsonSchema({ ...request.schema }) }),
      maxOutputTokens: request.maxOutputTokens,
      temperature: 0,
      maxRetries: 0,
      abortSignal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    })
    return readAnswer(answer)
  } catch (error) {
    // An answer that isn't of the schema is an answer: the reader of all transports says what is wrong with it.
    if (ai.NoObjectGeneratedError.isInstance(error)) return readAnswer(error)
    return readFailure(ai, error, { key, isLate: timeout.aborted, isCancelled: signal?.aborted ?? false })
  }
}

interface Answered {
  readonly text?: string | undefined
  readonly finishReason?: string | undefined
  readonly usage?:
    | { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined }
    | undefined
}

function readAnswer({ text = '', finishReason, usage }: Answered): ModelResult {
  const { inputTokens: input, outputTokens: output } = usage ?? {}
  const told = input === undefined || output === undefined ? {} : { usage: { input, output } }
  if (finishReason === 'length') {
    return { kind: 'failure', failure: 'cut', message: 'the answer was cut at its length', ...told }
  }
  if (finishReason === 'content-filter') {
    return { kind: 'failure', failure: 'refused', message: 'the provider refused to answer', ...told }
  }
  return { kind: 'answer', text, ...told }
}
