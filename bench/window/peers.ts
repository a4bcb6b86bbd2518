import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  addSums,
  CACHE_PRICES,
  figuresOf,
  isArgumentObject,
  type Message,
  type Part,
  SegmentIndex,
  SegmentMeter,
  type WindowSums,
} from '@varve/core/fidelity'
import { renderTable } from '../measure.ts'
import { percent } from './print.ts'
import { type BenchSession, counter } from './read-sessions.ts'

/** Versions that are measured; installed in a folder of their own, which `VARVE_WINDOW_PEERS` names. */
export const PEER_PACKAGES = [
  'ai@7.0.173',
  '@langchain/core@1.4.0',
  'langchain@1.5.14',
  '@mastra/core@1.71.0',
] as const

const EVERY = 10

/** What a peer shows of each part: its text, or nothing of those that it leaves out. */
type Shown = ReadonlyMap<Part, string>
interface Peer {
  readonly name: string
  readonly show: (messages: readonly Message[], index: SegmentIndex) => Promise<Shown>
}

/** The peers through their real packages, at every tenth call; undefined where they are not installed. */
export async function measurePeers(sessions: readonly BenchSession[]): Promise<string | undefined> {
  const folder = process.env.VARVE_WINDOW_PEERS
  if (folder === undefined) return undefined
  const peers = [
    ...(await aiPeers(folder)),
    ...(await langchainPeers(folder)),
    ...(await mastraPeers(folder)),
  ]
  const rows: string[][] = []
  for (const peer of peers) rows.push(await measurePeer(peer, sessions))
  return renderTable(
    ['call', 'tokens', 'FRR', 'path', 'ident', 'num', 'line', 'UIR', 'new violations', 'ms a window'],
    rows,
  )
}

async function measurePeer({ name, show }: Peer, sessions: readonly BenchSession[]): Promise<string[]> {
  const sums: WindowSums[] = []
  let milliseconds = 0
  let windows = 0
  for (const segment of sessions.flatMap(({ segments }) => segments)) {
    const index = indexOf(segment)
    const meter = new SegmentMeter(index, { prices: CACHE_PRICES['anthropic-5m'] })
    for (const call of index.calls.filter(({ number }) => number % EVERY === 0)) {
      const messages = segment.messages.slice(0, call.message)
      const start = performance.now()
      const shown = await show(messages, index)
      milliseconds += performance.now() - start
      windows++
      meter.take(call, viewOf(messages, shown))
    }
    sums.push(meter.sums())
  }
  const { tokens, recall, recallByClass, userLines, violations } = figuresOf(addSums(sums))
  return [
    `\`${name}\``,
    ...[tokens, recall, ...recallByClass, userLines].map(percent),
    String(violations),
    (milliseconds / windows).toFixed(1),
  ]
}

const INDEXES = new WeakMap<BenchSession['segments'][number], SegmentIndex>()

function indexOf(segment: BenchSession['segments'][number]): SegmentIndex {
  const known = INDEXES.get(segment) ?? new SegmentIndex(segment, counter)
  INDEXES.set(segment, known)
  return known
}

function viewOf(messages: readonly Message[], shown: Shown): readonly Message[] {
  return messages.flatMap((message) => {
    if (message.parts.every((part) => shown.get(part) === part.text)) return [message]
    const parts = message.parts.flatMap((part) => {
      const text = shown.get(part)
      return text === undefined ? [] : [text === part.text ? part : { ...part, text }]
    })
    return parts.length === 0 ? [] : [{ ...message, parts }]
  })
}

/** Packages are untyped here: they are no dependency of the project. */
async function load(folder: string, name: string): Promise<Readonly<Record<string, never>>> {
  const require = createRequire(pathToFileURL(join(folder, 'any.js')))
  return (await import(pathToFileURL(require.resolve(name)).href)) as Readonly<Record<string, never>>
}

type Piece = Readonly<Record<string, unknown>>

/** Model messages of the AI SDK, with the piece that each part became: pieces are filtered, never copied. */
function modelMessages(messages: readonly Message[]) {
  const pieces = new Map<unknown, Part>()
  const said = messages.map(({ role, parts }) => {
    const content = parts.map((part) => {
      const piece = pieceOf(part)
      pieces.set(piece, part)
      return piece
    })
    return { role, content }
  })
  return { said, pieces }
}

function pieceOf(part: Part): Piece {
  const { kind, callId: toolCallId, tool: toolName = 'tool', text, args } = part
  if (kind === 'tool_call')
    return { type: 'tool-call', toolCallId, toolName, input: isArgumentObject(args) ? args : { input: text } }
  if (kind === 'tool_result')
    return { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: text } }
  return { type: kind === 'reasoning' ? 'reasoning' : 'text', text }
}

function shownPieces(
  said: readonly { readonly content: unknown }[],
  pieces: ReadonlyMap<unknown, Part>,
): Shown {
  const shown = new Map<Part, string>()
  for (const { content } of said) {
    for (const piece of Array.isArray(content) ? content : []) {
      const part = pieces.get(piece)
      if (part !== undefined) shown.set(part, part.text)
    }
  }
  return shown
}

async function aiPeers(folder: string): Promise<readonly Peer[]> {
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

async function langchainPeers(folder: string): Promise<readonly Peer[]> {
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

async function mastraPeers(folder: string): Promise<readonly Peer[]> {
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
