import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { applyView } from '../../../src/fidelity/adapters/apply-view.ts'
import { windowOf } from '../../../src/fidelity/adapters/window-of.ts'
import { messageTokens } from '../../../src/fidelity/model/part-tokens.ts'
import { cleanForReplay } from '../../../src/fidelity/transcripts/clean-for-replay.ts'
import { readTranscript, type TranscriptFile } from '../../../src/fidelity/transcripts/open-transcript.ts'
import type { Transcript } from '../../../src/fidelity/transcripts/transcript.ts'
import { formatOf, SPOKEN } from '../adapters/conversation.ts'
import { frozen } from '../adapters/frozen.ts'
import { turnsOf } from './turns-of.ts'

const FOLDER = join(
  process.env.VARVE_DATA ?? join(import.meta.dirname, '../../../../../../shared/data'),
  'transcripts',
)
const FILES = existsSync(FOLDER)
  ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:jsonl|jsonl\.gz|json|md|traj)$/.test(path))
      .sort()
  : []

function textOf(path: string): string {
  const bytes = readFileSync(join(FOLDER, path))
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

function countsOf(path: string, { format, transcripts, issues }: TranscriptFile): string {
  const segments = transcripts.flatMap((transcript) => transcript.segments)
  const messages = segments.flatMap(({ window }) => window.messages)
  const parts = messages.flatMap((message) => message.parts)
  const count = (kind: string) => parts.filter((part) => part.kind === kind).length
  const [calls, results] = [count('tool_call'), count('tool_result')]
  const human = messages.filter((message) => message.human).length
  const usage = transcripts.reduce((sum, transcript) => sum + transcript.usage.length, 0)
  return `${path}: ${format} ${transcripts.length} transcripts, ${segments.length} segments, ${messages.length} messages, ${human} human, ${calls} calls, ${results} results, ${usage} usages, ${issues.length} issues`
}

/** Calls, results and compactions of each file of Claude Code, as whoever collected them counted. */
function manifestCounts(): ReadonlyMap<string, readonly number[]> {
  const [head = [], ...rows] = textOf('MANIFEST.tsv')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  const columns = ['toolCalls', 'toolResults', 'compactions'].map((name) => head.indexOf(name))
  const sessions = rows.filter(([path = '', format]) => format === 'claude-code' && FILES.includes(path))
  return new Map(sessions.map((row) => [row[0] ?? '', columns.map((column) => Number(row[column]))]))
}

/** How many calls are made or answered in a file: what a rewrite carried over counts once. */
function callIdsIn({ transcripts }: TranscriptFile, kind: 'tool_call' | 'tool_result'): number {
  const ids = transcripts.flatMap(({ sessionId, segments }) =>
    segments
      .flatMap(({ window }) => window.messages)
      .flatMap((message) => message.parts.filter((part) => part.kind === kind))
      .map((part) => `${sessionId} ${part.callId}`),
  )
  return new Set(ids).size
}

/** Results that stand before their call, or answer none. */
function orphansIn(transcript: Transcript): readonly string[] {
  return transcript.segments.flatMap(({ window }) => {
    const called = new Set<string>()
    return window.messages.flatMap((message) =>
      message.parts.flatMap((part) => {
        if (part.kind === 'tool_call') called.add(part.callId ?? '')
        return part.kind === 'tool_result' && !called.has(part.callId ?? '') ? [part.key] : []
      }),
    )
  })
}

describe.skipIf(FILES.length === 0)('public transcripts (skipped: no data at VARVE_DATA)', () => {
  it('are all read, each result after its call, and none of what the manifest counts of Claude Code is lost [CAM-25]', {
    timeout: 120_000,
  }, async () => {
    const counted = manifestCounts()
    const lines: string[] = []
    for (const path of FILES) {
      const file = readTranscript(textOf(path))
      lines.push(countsOf(path, file))
      expect(file.transcripts.length, path).toBeGreaterThan(0)
      for (const transcript of file.transcripts) expect(orphansIn(transcript), path).toEqual([])
      const counts = counted.get(path)
      if (counts === undefined) continue
      const compactions = file.transcripts[0]?.segments.filter(({ start }) => start === 'compaction').length
      const [calls, results] = [callIdsIn(file, 'tool_call'), callIdsIn(file, 'tool_result')]
      expect([calls, results, compactions], path).toEqual(counts)
    }
    expect(counted.size).toBeGreaterThan(0)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./goldens/public-data.txt')
  })

  it('of pi are what the agent sent, by the tokens that were reported [CAM-27]', { timeout: 120_000 }, () => {
    const [read] = readTranscript(textOf('pi/before-compaction.jsonl')).transcripts
    if (read === undefined) throw new Error('nothing was read')
    const { transcript } = cleanForReplay(read)
    expect(transcript.segments.map(({ window }) => window.messages.length)).toEqual([351, 327, 441])
    expect(read.usage.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)).toBeCloseTo(42.6, 2)
    const counter = { name: 'o200k', count: (text: string) => encode(text, { allowedSpecial: 'all' }).length }
    transcript.segments.forEach(({ window }, segment) => {
      let sum = 3000
      const before = window.messages.map((message) => {
        const tokens = sum
        sum += messageTokens(message, counter)
        return tokens
      })
      const ratios = transcript.usage
        .filter((call) => call.segment === segment && (call.input ?? 0) > 20_000)
        .map((call) => (call.input ?? 0) / (before[call.message] ?? 1))
        .sort((a, b) => a - b)
      expect(Math.abs((ratios[Math.floor(ratios.length / 2)] ?? 0) - 1.23)).toBeLessThanOrEqual(0.02)
    })
  })

  it('said in the words of each host give one window, and come back byte for byte [CAM-14]', {
    timeout: 120_000,
  }, () => {
    for (const path of FILES.filter((_, index) => index % 9 === 0)) {
      const segment = readTranscript(textOf(path)).transcripts.map(
        (read) => cleanForReplay(read).transcript.segments[0],
      )[0]
      const turns = turnsOf(segment?.window.messages ?? [])
      const keys = Object.entries(SPOKEN).map(([name, speak]) => {
        const format = formatOf(name)
        const request = frozen(speak(turns))
        const bytes = JSON.stringify(request)
        const window = windowOf(format, request, 's_test')
        expect(JSON.stringify(applyView(format, window, request))).toBe(bytes)
        return window.messages.flatMap((message) => message.parts.map((part) => part.key))
      })
      for (const other of keys) expect(other).toEqual(keys[0])
    }
  })
})
