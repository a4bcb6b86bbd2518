import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync } from 'node:zlib'
import {
  type DroppedMessages,
  type Message,
  messageTokens,
  type ReplaySegment,
  readTranscript,
  replaySession,
  type TokenCounter,
  type Transcript,
} from '@varve/core/fidelity'
import { ROOT } from '../measure.ts'
import { RememberedO200k } from './o200k.ts'

const READERS = ['packages/core/src/fidelity/transcripts', 'packages/core/src/fidelity/replay']
const FOLDER = join(process.env.VARVE_DATA ?? join(ROOT, '../shared/data'), 'transcripts')
export const COMPACTIONS = join(FOLDER, 'COMPACTIONS.tsv')
const CACHE = join(tmpdir(), 'varve-bench-window')

/** Windows that never had as many tokens need no fitting. */
const LARGE = 60_000

/** Formats that hold all that the model saw, and those that hold part of it. */
const WHOLE: ReadonlySet<string> = new Set([
  'claude-code',
  'codex',
  'opencode',
  'copilot-cli',
  'pi',
  'openhands',
])
const PARTIAL: ReadonlySet<string> = new Set(['specstory', 'aider'])

/** A recorded session that is long enough to be replayed. */
export interface BenchSession {
  readonly id: string
  readonly file: string
  readonly project: string
  readonly format: string
  /** Whether the file holds all that the model saw. */
  readonly isWhole: boolean
  readonly hasHostEdit: boolean
  readonly segments: readonly ReplaySegment[]
  readonly dropped: readonly DroppedMessages[]
  /** Tokens of the largest window, without overhead. */
  readonly peak: number
  /** Of the file that it stands in. */
  readonly sha256: string
  /** What the provider counted of the first call beyond its messages, where that was reported. */
  readonly overhead?: number
}

export const counter = new RememberedO200k(join(CACHE, 'o200k.json'))

/** Every large session of the public transcripts once. Files are parsed once, and then kept in a temporary folder. */
export function readSessions(): readonly BenchSession[] {
  if (!existsSync(FOLDER)) return []
  const sessions = new Map<string, BenchSession>()
  for (const { file, repo } of readManifest()) {
    for (const session of remembered(file, () => readFile(file, repo))) {
      if (!sessions.has(session.id)) sessions.set(session.id, session)
    }
  }
  counter.save()
  return [...sessions.values()]
}

function readManifest(): readonly { readonly file: string; readonly repo: string }[] {
  const lines = readFileSync(join(FOLDER, 'MANIFEST.tsv'), 'utf8').trim().split('\n').slice(1)
  return lines.map((line) => {
    const [file = '', , repo = ''] = line.split('\t')
    return { file, repo }
  })
}

function remembered(file: string, read: () => readonly BenchSession[]): readonly BenchSession[] {
  const key = createHash('sha256').update(`${readersHash()} ${file}`).digest('hex').slice(0, 16)
  const path = join(CACHE, key)
  if (existsSync(path)) return deserialize(readFileSync(path)) as readonly BenchSession[]
  const sessions = read()
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(path, serialize(sessions))
  return sessions
}

let known: string | undefined

/** Of all that a session is read and counted with: where it changes, all is counted anew. */
function readersHash(): string {
  known ??= createHash('sha256')
    .update(
      READERS.flatMap((folder) => listSources(join(ROOT, folder)))
        .map((path) => readFileSync(path))
        .join('\n'),
    )
    .digest('hex')
  return known
}

function listSources(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => join(folder, name))
}

function readFile(file: string, project: string): readonly BenchSession[] {
  const bytes = readFileSync(join(FOLDER, file))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return readTranscript(text, { externalId: file }).transcripts.flatMap((transcript) => {
    const isWhole = WHOLE.has(transcript.format)
    if (!isWhole && !PARTIAL.has(transcript.format)) return []
    const { segments, dropped } = replaySession(transcript)
    const peak = Math.max(0, ...segments.map(({ messages }) => largestWindow(messages, counter)))
    return peak < LARGE
      ? []
      : [benchSession(transcript, { file, project, isWhole, peak, dropped, sha256 }, segments)]
  })
}

type FileFacts = Pick<BenchSession, 'file' | 'project' | 'isWhole' | 'peak' | 'dropped' | 'sha256'>

function benchSession(
  transcript: Transcript,
  facts: FileFacts,
  segments: readonly ReplaySegment[],
): BenchSession {
  const { sessionId, format, issues } = transcript
  const overhead = overheadOf(transcript)
  const hasHostEdit = issues.some(({ code }) => code === 'host_edit')
  return {
    id: sessionId,
    format,
    hasHostEdit,
    ...facts,
    ...(overhead === undefined ? {} : { overhead }),
    segments: segments.map(withoutRaw),
  }
}

/** Of a session that began with nothing before it. */
function overheadOf({ usage, segments: [first] }: Transcript): number | undefined {
  const call = usage.find(({ segment, input = 0 }) => segment === 0 && input > 0)
  if (call === undefined || first === undefined) return undefined
  const said = first.window.messages.slice(0, call.message)
  return Math.max(
    0,
    (call.input ?? 0) - said.reduce((sum, message) => sum + messageTokens(message, counter), 0),
  )
}

/** Tokens before the last call. */
function largestWindow(messages: readonly Message[], counter: TokenCounter): number {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages
    .slice(0, Math.max(0, last))
    .reduce((sum, message) => sum + messageTokens(message, counter), 0)
}

/** The host's own objects are of no use to a replay, and twice the bytes. */
function withoutRaw(segment: ReplaySegment): ReplaySegment {
  const bare = ({ role, parts, human, pinned, injected }: Message): Message => ({
    role,
    human,
    ...(pinned === undefined ? {} : { pinned }),
    ...(injected === undefined ? {} : { injected }),
    raw: null,
    parts: parts.map((part) => ({ ...part, raw: null })),
  })
  return { ...segment, messages: segment.messages.map(bare) }
}
