import { modelMessages, shownPieces } from './model-messages.ts'
import { load, type Peer } from './peer.ts'

/** Mastra. */
export async function mastraPeers(folder: string): Promise<readonly Peer[]> {
  const { TokenLimiterProcessor } = (await load(folder, '@mastra/core/processors')) as unknown as {
    TokenLimiterProcessor: new (
      options: object,
    ) => {
      processLLMRequest: (given: object) => Promise<{ prompt?: readonly { content: unknown }[] } | undefined>
    }
  }
  return ['best-fit', 'contiguous'].map((trimMode) => ({
    name: `@mastra/core TokenLimiterProcessor 60k ${trimMode}`,
    show: async (messages) => {
      const { said, pieces } = modelMessages(messages)
      const limiter = new TokenLimiterProcessor({ limit: 60_000, trimMode })
      const answer = await limiter.processLLMRequest({ prompt: said, state: {} })
      return shownPieces(answer?.prompt ?? said, pieces)
    },
  }))
}
