import { readFileSync } from 'node:fs'
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
  scoreMessages,
  terms,
} from '@varve/core/fidelity'
import { median, ROOT, renderTable } from '../measure.ts'
import type { BenchResult } from '../run.ts'
import { bundleSize } from './bundle-sizes.ts'
import { bareNode, fitByCommand, longTranscript } from './large-transcript.ts'
import { proxyRows } from './proxy-rows.ts'
import { row, timed } from './timed.ts'

const DATA = process.env.VARVE_DATA ?? `${ROOT}../shared/data`
const SESSION = `${DATA}/transcripts/pi/before-compaction.jsonl`
const RUNS = 200
const OVERHEAD = { tokens: 3000, hash: 'bench' }
const CLAIM = 'Fitting a window takes milliseconds of a call'

/** What the engine, the proxy and the bundle take, beside what was promised of each. */
export async function run(): Promise<BenchResult> {
  const messages = readMessages()
  if (messages === undefined) return { claim: CLAIM, how: 'Skipped: no data at VARVE_DATA.', table: '' }
  const rows = [
    ...engineRows(messages),
    openRow(),
    ...(await proxyRows(messages)),
    ...(await bundleRows()),
    ...commandRows(),
  ]
  return {
    claim: CLAIM,
    how: `One recorded session of pi (${messages.length} messages); medians: of ${RUNS} scores, of each call of the session, of 5 first calls, of 35 requests through the proxy. Processor milliseconds, with those of the collector; the proxy with its upstream and its client in one process, less what these take without it. Of the command the most memory that its process held, all of it.`,
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

/** A session as its agent wrote it down, read and its last window fitted. */
function openRow(): readonly string[] {
  const text = longTranscript(SESSION, 1_370_000, false)
  let tokens = 0
  const took = timed(() => {
    const [transcript] = readTranscript(text).transcripts
    const window = transcript?.segments.at(-1)?.window
    if (window !== undefined) tokens = fidelity().prepare({ window: { ...window, overhead: OVERHEAD } }).raw
  })
  return row(`a session of ${Math.round(tokens / 1000)}k tokens read and fitted`, took, 1000)
}

/** Megabytes of transcripts that are fitted by the command. */
const FITTED = [
  ['100 MB with a compaction every 1,000 calls', 100, true],
  ['10 MB in one session that nobody compacts', 10, false],
  ['40 MB in one session that nobody compacts', 40, false],
  ['100 MB in one session that nobody compacts', 100, false],
] as const

/** Megabytes of a session that takes no more than the command itself. */
const SMALL = 0.1
const SECONDS_A_MEGABYTE = 0.6
/** Of the process, over the transcript. */
const MOST_MEMORY = 5

function commandRows(): readonly (readonly string[])[] {
  const bare = bareNode().megabytes
  const small = fitByCommand(longTranscript(SESSION, SMALL * 1e6, false)).megabytes
  return FITTED.map(([name, size, isCompacted]) => {
    const { seconds, megabytes } = fitByCommand(longTranscript(SESSION, size * 1e6, isCompacted))
    const most = [SECONDS_A_MEGABYTE * size, MOST_MEMORY * size] as const
    const isHeld = seconds <= most[0] && megabytes <= most[1]
    const times = (memory: number) => (memory / size).toFixed(1)
    return [
      `\`varve fit\`, ${name}`,
      `${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB`,
      `${most[0]} s, ${most[1]} MB`,
      `${isHeld ? 'held' : 'missed'}: ${times(megabytes)} times the transcript, ${times(megabytes - bare)} above the ${bare.toFixed(0)} MB of a Node that does nothing, ${times(megabytes - small)} above the ${small.toFixed(0)} MB of a session of ${SMALL} MB`,
    ]
  })
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
