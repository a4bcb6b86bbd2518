import { langchain } from '../adapters/langchain/index.ts'
import type { Fidelity } from '../engine/fidelity.ts'
import { objectOf } from '../host/host-object.ts'
import { fitRequest } from './fit-request.ts'

/**
 * What `createMiddleware` of LangChain takes: it changes the request to the model, never the state of the graph.
 *
 * @example
 * createAgent({ model, tools, middleware: [createMiddleware(langchainMiddleware(fidelity))] })
 */
export function langchainMiddleware(fidelity: Fidelity) {
  return {
    name: 'VarveLiveWindow',
    wrapModelCall: async <Q extends object, A>(
      request: Q,
      handler: (request: Q) => A | PromiseLike<A>,
    ): Promise<A> => {
      const answer = await handler(fitRequest(fidelity, langchain, request).request)
      reportAnswer(fidelity, answer)
      return answer
    },
  }
}

/** An edit for `contextEditingMiddleware`, which wants the array itself changed. */
export function langchainContextEdit(fidelity: Fidelity) {
  return {
    apply: ({ messages }: { messages: unknown[] }): void => {
      const fitted = fitRequest<readonly unknown[]>(fidelity, langchain, [...messages]).request
      messages.splice(0, messages.length, ...fitted)
    },
  }
}

function reportAnswer(fidelity: Fidelity, answer: unknown): void {
  const usage = objectOf(objectOf(answer)?.usage_metadata)
  if (usage === undefined) return
  const details = objectOf(usage.input_token_details)
  fidelity.report({
    inputTokens: usage.input_tokens,
    inputTokenDetails: { cacheReadTokens: details?.cache_read, cacheWriteTokens: details?.cache_creation },
    outputTokens: usage.output_tokens,
  })
}
