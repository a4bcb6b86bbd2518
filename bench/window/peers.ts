import {
  addSums,
  CACHE_PRICES,
  figuresOf,
  type Message,
  SegmentIndex,
  SegmentMeter,
  type WindowSums,
} from '@varve/core/fidelity'
import { renderTable } from '../measure.ts'
import { aiPeers } from './peers/ai.ts'
import { langchainPeers } from './peers/langchain.ts'
import { mastraPeers } from './peers/mastra.ts'
import type { Peer, Shown } from './peers/peer.ts'
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
