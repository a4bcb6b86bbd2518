import type { Message, Part, SegmentIndex } from '@varve/core/fidelity'
import { load, type Peer, type Shown } from './peer.ts'

interface ChainMessage {
  readonly id?: string
  readonly tool_call_id?: string
  readonly content: unknown
}

/** Messages of LangChain; its id says which message one was, and a result is told by its call, as it may lose its own. */
function chainMessages(messages: readonly Message[], core: ChainCore) {
  const parts = new Map<string, readonly Part[]>()
  const said = messages.flatMap(({ role, parts: all }, place) => {
    const results = all.filter(({ kind }) => kind === 'tool_result')
    const rest = all.filter(({ kind }) => kind !== 'tool_result')
    const made: ChainMessage[] = []
    if (rest.length > 0) {
      const id = String(place)
      parts.set(id, rest)
      const content = rest
        .filter(({ kind }) => kind === 'text')
        .map(({ text }) => text)
        .join('\n')
      const calls = rest.filter(({ kind }) => kind === 'tool_call')
      const tool_calls = calls.map((call) => ({
        id: idOf(call),
        name: call.tool ?? 'tool',
        args: call.args ?? {},
        type: 'tool_call',
      }))
      made.push(
        role === 'assistant'
          ? new core.AIMessage({ id, content, tool_calls })
          : new core.HumanMessage({ id, content }),
      )
    }
    for (const part of results) {
      const id = idOf(part)
      parts.set(id, [part])
      made.push(
        new core.ToolMessage({
          id,
          content: part.text,
          tool_call_id: id,
          name: part.tool ?? 'tool',
        }),
      )
    }
    return made
  })
  return { said, parts }
}

/** Unlike the host's own ids, keys name one call each. */
function idOf({ key }: Part): string {
  return `call ${key.slice(2)}`
}

/** The parts that a message was made of. */
function partsOf({ id = '', tool_call_id = id }: ChainMessage, parts: ReadonlyMap<string, readonly Part[]>) {
  return parts.get(tool_call_id) ?? parts.get(id) ?? []
}

type MakeMessage = new (fields: object) => ChainMessage
interface ChainCore {
  readonly AIMessage: MakeMessage
  readonly HumanMessage: MakeMessage
  readonly ToolMessage: MakeMessage
  readonly trimMessages: (
    messages: readonly ChainMessage[],
    options: object,
  ) => Promise<readonly ChainMessage[]>
}
interface ChainEdit {
  readonly apply: (given: { messages: ChainMessage[]; countTokens: object; model: object }) => Promise<void>
}

export async function langchainPeers(folder: string): Promise<readonly Peer[]> {
  const core = (await load(folder, '@langchain/core/messages')) as unknown as ChainCore
  const chain = (await load(folder, 'langchain')) as unknown as {
    ClearToolUsesEdit: new (options: object) => ChainEdit
  }
  const trim = (name: string, more: object): Peer => ({
    name,
    show: async (messages, index) => {
      const { said, parts } = chainMessages(messages, core)
      const tokenCounter = countTokens(parts, index)
      const kept = await core.trimMessages(said, {
        maxTokens: 60_000,
        strategy: 'last',
        tokenCounter,
        ...more,
      })
      return shownMessages(kept, parts)
    },
  })
  const clear = (trigger: number, keep: number): Peer => ({
    name: `langchain ClearToolUsesEdit ${trigger / 1000}k keep ${keep}`,
    show: async (messages, index) => {
      const { said, parts } = chainMessages(messages, core)
      const edit = new chain.ClearToolUsesEdit({ trigger: { tokens: trigger }, keep: { messages: keep } })
      const edited = [...said]
      await edit.apply({ messages: edited, countTokens: countTokens(parts, index), model: {} })
      return shownMessages(edited, parts)
    },
  })
  return [
    trim('@langchain/core trimMessages 60k', {}),
    trim('@langchain/core trimMessages 60k, startOn human', { startOn: 'human' }),
    clear(60_000, 3),
    clear(40_000, 10),
  ]
}

function countTokens(parts: ReadonlyMap<string, readonly Part[]>, index: SegmentIndex) {
  return (messages: readonly ChainMessage[]) =>
    messages.reduce((sum, message) => {
      const own = partsOf(message, parts)
      const [first] = own
      const isSame = first?.kind !== 'tool_result' || first.text === message.content
      return sum + 4 + (isSame ? own.reduce((tokens, part) => tokens + index.sizeOf(part).tokens, 0) : 10)
    }, 0)
}

function shownMessages(
  messages: readonly ChainMessage[],
  parts: ReadonlyMap<string, readonly Part[]>,
): Shown {
  const shown = new Map<Part, string>()
  for (const message of messages) {
    for (const part of partsOf(message, parts))
      shown.set(part, part.kind === 'tool_result' ? String(message.content) : part.text)
  }
  return shown
}
