import { anthropicMessages, createFidelity, fitRequest } from '@varve/core/fidelity'

interface Answer {
  readonly content: readonly unknown[]
  readonly usage: object
}

/** A loop over any API, in as many lines as without: fit the request before it goes, report the usage after it. */
export function openLoop(send: (request: object) => Promise<Answer>) {
  const fidelity = createFidelity({ sessionId: 'my-session', budget: 200_000 })
  return async (request: { messages: readonly unknown[] }): Promise<Answer> => {
    const answer = await send(fitRequest(fidelity, anthropicMessages, request).request)
    fidelity.report(answer.usage)
    return answer
  }
}
