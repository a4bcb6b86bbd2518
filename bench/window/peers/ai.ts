import { modelMessages, shownPieces } from './model-messages.ts'
import { load, type Peer } from './peer.ts'

/** The AI SDK. */
export async function aiPeers(folder: string): Promise<readonly Peer[]> {
  const { pruneMessages } = (await load(folder, 'ai')) as unknown as {
    pruneMessages: (options: object) => readonly { content: unknown }[]
  }
  return [20, 60].map((newest) => ({
    name: `ai pruneMessages before-last-${newest}`,
    show: async (messages) => {
      const { said, pieces } = modelMessages(messages)
      const toolCalls = `before-last-${newest}-messages`
      return shownPieces(
        pruneMessages({
          messages: said,
          reasoning: 'before-last-message',
          toolCalls,
          emptyMessages: 'remove',
        }),
        pieces,
      )
    },
  }))
}
