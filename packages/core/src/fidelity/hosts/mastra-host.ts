import { aiSdk } from '../adapters/ai-sdk/index.ts'
import type { Fidelity } from '../engine/fidelity.ts'
import { objectOf } from '../host/host-object.ts'
import { fitRequest } from './fit-request.ts'

/** A processor of Mastra: it changes the prompt of one call, and nothing that memory keeps. */
export function mastraProcessor(fidelity: Fidelity) {
  return {
    id: 'varve-live-window',
    name: 'Varve live window',
    processLLMRequest: async <P extends readonly unknown[]>({
      prompt,
    }: {
      prompt: P
    }): Promise<{ prompt: P }> => ({
      prompt: fitRequest(fidelity, aiSdk, prompt).request,
    }),
    processLLMResponse: async (response: object): Promise<undefined> => {
      const usage = usageIn(response)
      if (usage !== undefined) fidelity.report(usage)
    },
  }
}

/** The chunk that ends a step says what it took. */
function usageIn(response: object): unknown {
  const chunks = objectOf(response)?.chunks
  const last = Array.isArray(chunks)
    ? chunks.map(objectOf).findLast((chunk) => chunk?.type === 'finish' || chunk?.type === 'step-finish')
    : undefined
  const payload = objectOf(last?.payload)
  return objectOf(payload?.output)?.usage ?? payload?.usage ?? last?.usage
}
