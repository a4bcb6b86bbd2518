import { aiSdk } from '../adapters/ai-sdk/index.ts'
import type { Fidelity } from '../engine/fidelity.ts'
import { numberOf, objectOf } from '../host/host-object.ts'
import { fitRequest } from './fit-request.ts'

interface ReadableLike {
  readonly tee: () => [this, this]
  readonly getReader: () => {
    readonly read: () => Promise<{ readonly done: boolean; readonly value?: unknown }>
  }
}

/**
 * Middleware for the language models of the AI SDK (`wrapLanguageModel({ model, middleware })`). It changes what is
 * sent to the provider and nothing else: the messages that the host keeps stay as they are.
 */
export function aiSdkMiddleware(fidelity: Fidelity) {
  const originals = new WeakMap<object, object>()
  return {
    specificationVersion: 'v4' as const,
    transformParams: async <P extends object>({ params }: { params: P }): Promise<P> => {
      const { request } = fitRequest(fidelity, aiSdk, params)
      if (request !== params) originals.set(request, params)
      return request
    },
    wrapGenerate: async <R extends { usage: unknown }, P extends object>(call: {
      doGenerate: () => PromiseLike<R>
      params: P
      model: { doGenerate: (params: P) => PromiseLike<R> }
    }): Promise<R> => {
      const result = await orUnchanged(
        fidelity,
        call.params,
        originals,
        call.doGenerate,
        call.model.doGenerate.bind(call.model),
      )
      fidelity.report(result.usage)
      return result
    },
    wrapStream: async <R extends { stream: ReadableLike }, P extends object>(call: {
      doStream: () => PromiseLike<R>
      params: P
      model: { doStream: (params: P) => PromiseLike<R> }
    }): Promise<R> => {
      const result = await orUnchanged(
        fidelity,
        call.params,
        originals,
        call.doStream,
        call.model.doStream.bind(call.model),
      )
      const [shown, watched] = result.stream.tee()
      void reportAtEnd(fidelity, watched)
      return { ...result, stream: shown }
    },
  }
}

/** A request that the provider refuses is sent once more as it was, and the session is left alone (CAM-33). */
async function orUnchanged<R, P extends object>(
  fidelity: Fidelity,
  params: P,
  originals: WeakMap<object, object>,
  call: () => PromiseLike<R>,
  again: (params: P) => PromiseLike<R>,
): Promise<R> {
  try {
    return await call()
  } catch (error) {
    const original = originals.get(params)
    if (original === undefined || numberOf(objectOf(error)?.statusCode) !== 400) throw error
    fidelity.refused(error instanceof Error ? error.message : 'status 400')
    // What was kept is what this call was made of.
    return again(original as P)
  }
}

async function reportAtEnd(fidelity: Fidelity, stream: ReadableLike): Promise<void> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const chunk = objectOf(next.value)
      if (chunk?.type === 'finish') fidelity.report(chunk.usage)
    }
  } catch {
    // The other branch of the stream bears the error.
  }
}

/**
 * `prepareStep` of `generateText` and `streamText`. What it returns goes into the later steps too; the originals come
 * from the engine. Usage is reported by `onStepFinish: ({ usage }) => fidelity.report(usage)`.
 */
export function aiSdkPrepareStep(fidelity: Fidelity) {
  return <M>({ messages }: { messages: readonly M[] }): { messages: M[] } => {
    const fitted = fitRequest(fidelity, aiSdk, messages).request
    return { messages: [...fitted] }
  }
}
