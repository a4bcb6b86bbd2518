import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  callNumber,
  camConfig,
  createFidelity,
  est2,
  type FidelityOptions,
  groupMessages,
  type Message,
  MessageWords,
  messageTokens,
  readTranscript,
  replaySession,
  requestOf,
  scoreMessages,
  terms,
} from '@varve/core/fidelity'
import { startProxy } from '../../packages/varve/src/proxy/start-proxy.ts'
import { median, ROOT, renderTable } from '../measure.ts'
import type { BenchResult } from '../run.ts'
import { bundleSize } from './bundle-sizes.ts'

const DATA = process.env.VARVE_DATA ?? `${ROOT}../shared/data`
const SESSION = `${DATA}/transcripts/pi/before-compaction.jsonl`
const RUNS = 200
const OVERHEAD = { tokens: 3000, hash: 'bench' }
const CLAIM = 'Fitting a window takes milliseconds of a call'

/** What the engine, the proxy and the bundle take, beside what was promised of each. */
export async function run(): Promise<BenchResult> {
  const messages = readMessages()
  if (messages === undefined) return { claim: CLAIM, how: 'Skipped: no data at VARVE_DATA.', table: '' }
  const rows = [...engineRows(messages), ...(await proxyRows(messages)), ...(await bundleRows())]
  return {
    claim: CLAIM,
    how: `One recorded session of pi (${messages.length} messages); medians: of ${RUNS} scores, of each call of the session, of 5 first calls, of 35 requests through the proxy. Processor milliseconds, with those of the collector; the proxy with its upstream and its client in one process, less what these take without it.`,
    table: renderTable(['', 'is', 'bound', ''], rows),
  }
}

function readMessages(): readonly Message[] | undefined {
  try {
    const [transcript] = readTranscript(readFileSync(SESSION, 'utf8')).transcripts
    if (transcript === undefined) return undefined
    const segments = replaySession(transcript).segments.map((segment) => segment.messages)
    return segments.toSorted((a, b) => b.length - a.length)[0]?.slice(0, 500)
  } catch {
    return undefined
  }
}

function fidelity(more: Partial<FidelityOptions> = {}) {
  return createFidelity({ sessionId: 'bench', budget: 200_000, ...more })
}

function windowOf(messages: readonly Message[]) {
  return { messages, overhead: OVERHEAD, sessionId: 'bench' }
}

function timed(act: () => void): number {
  const start = process.cpuUsage()
  act()
  return millisecondsSince(start)
}

/** Of the processor: a busy machine makes a clock useless. */
function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function row(name: string, is: number, bound: number): readonly string[] {
  return [name, `${is.toFixed(2)} ms`, `${bound} ms`, is < bound ? 'held' : 'missed']
}

function engineRows(messages: readonly Message[]): readonly (readonly string[])[] {
  const words = new MessageWords(terms)
  const groups = groupMessages(messages)
  const config = camConfig({})
  const query = 'change the renderer of the terminal'
  const score = () => void scoreMessages({ messages, groups, words, config, query, hints: [] })
  score()
  const scored = median(Array.from({ length: RUNS }, () => timed(score)))

  const quiet = fidelity({ high: 400_000, low: 300_000, budget: 500_000 })
  const answers = messages.flatMap(({ role }, index) => (role === 'assistant' && index > 0 ? [index] : []))
  const lengths = answers.slice(-RUNS)
  quiet.prepare({ window: windowOf(messages.slice(0, lengths[0])) })
  const warm = median(
    lengths.map((length) => {
      const window = windowOf(messages.slice(0, length))
      return timed(() => void quiet.prepare({ window }))
    }),
  )

  const passes: number[] = []
  for (let round = 0; round < 20; round++) {
    const engine = fidelity({ high: 30_000 + round * 1000, low: 18_000 + round * 500 })
    for (const length of answers) {
      const window = windowOf(messages.slice(0, length))
      let hasPass = false
      const took = timed(() => {
        hasPass = engine.prepare({ window }).pass !== undefined
      })
      if (hasPass) passes.push(took)
    }
  }

  const fresh = Array.from({ length: 5 }, () => structuredClone(messages) as readonly Message[])
  const cold = median(fresh.map((copy) => timed(() => void fidelity().prepare({ window: windowOf(copy) }))))
  const tokens = messages.reduce((sum, message) => sum + messageTokens(message, est2), 0)
  const calls = callNumber(messages)
  return [
    row(`score of ${messages.length} messages, profile cam`, scored, 2),
    row(`a call without a pass, ${calls} calls in the window`, warm, 2),
    row(`a call with a pass (${passes.length} of them)`, median(passes), 10),
    row(`the first call of a process, ${Math.round(tokens / 1000)}k tokens`, cold, 400),
  ]
}

const MEGABYTE = 1_000_000

/** A proxy’s time for a request of a megabyte, less that of the way without it. */
async function proxyRows(messages: readonly Message[]): Promise<readonly (readonly string[])[]> {
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const upstream = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const body = bodyOf(messages)
  const direct = await times(`${upstream.origin}/v1/messages`, () => body)
  const rows: (readonly string[])[] = []
  for (const [name, high, bound] of [
    ['without a pass', 900_000, 15],
    ['with a pass', 100_000, 60],
  ] as const) {
    const proxy = await startProxy({
      upstream,
      host: '127.0.0.1',
      port: 0,
      timeoutMs: 60_000,
      now: () => Date.now(),
      open: (sessionId) => createFidelity({ sessionId, budget: 1_000_000, high, low: high * 0.6 }),
    })
    // With a pass each request is of a session of its own; without, all are of one.
    const isPass = high < 900_000
    const through = await times(`${proxy.url}/v1/messages`, (round) =>
      isPass ? body.replace('bench session', `bench session ${round}`) : body,
    )
    rows.push(
      row(`proxy, ${(body.length / MEGABYTE).toFixed(1)} MB ${name}, p95`, p95(through) - p95(direct), bound),
    )
    await proxy.close()
  }
  server.close()
  return rows
}

/** The session as a request, told again and again until it is large enough. */
function bodyOf(messages: readonly Message[]): string {
  const once = JSON.stringify(requestOf('anthropic-messages', messages).messages)
  const all: unknown[] = []
  for (let round = 0; JSON.stringify(all).length < MEGABYTE; round++)
    all.push(...JSON.parse(once.replaceAll('toolu_', `toolu_${round}_`)))
  return JSON.stringify({ model: 'bench', metadata: { user_id: 'bench session' }, messages: all })
}

async function times(url: string, bodyOfRound: (round: number) => string): Promise<readonly number[]> {
  const taken: number[] = []
  for (let round = 0; round < 40; round++) {
    const body = bodyOfRound(round)
    const start = process.cpuUsage()
    await send(url, body)
    if (round > 4) taken.push(millisecondsSince(start))
  }
  return taken
}

function send(url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST' }, (answer) => {
      answer.resume().on('end', resolve)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN
}

async function bundleRows(): Promise<readonly (readonly string[])[]> {
  const { kilobytes, zipped, shares } = await bundleSize('createFidelity')
  const made = shares
    .slice(0, 8)
    .map(([folder, share]) => `${folder} ${Math.round(share * 100)} %`)
    .join(', ')
  const isHeld = kilobytes <= 60
  return [
    [
      'bundle of `createFidelity`, minified',
      `${kilobytes.toFixed(0)} kB (${zipped.toFixed(0)} zipped)`,
      '60 kB',
      isHeld ? 'held' : `missed: ${made}`,
    ],
  ]
}
