import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIN, median, renderTable } from '../measure.ts'

const MEGABYTE = 1e6
const SIZE = 64 * MEGABYTE
const RUNS = 5
const LEAST_SPEED = 15
const TURN_MS = 30_000
const LONGEST_RESULT_LINES = 240

/** How fast `varve session import` takes a long transcript in: whole processes, each into a memory of its own. */
export function measureIngest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'varve-bench-'))
  try {
    const transcript = writeTranscript(folder)
    const seconds = Array.from({ length: RUNS }, (_, run) => ingest(folder, transcript.path, run))
    const middle = median(seconds)
    const speed = transcript.bytes / MEGABYTE / middle
    const row = [
      (transcript.bytes / MEGABYTE).toFixed(0),
      transcript.lines.toLocaleString('en'),
      String(RUNS),
      `${middle.toFixed(1)} s`,
      `${speed.toFixed(0)} MB/s`,
      `≥ ${LEAST_SPEED} MB/s`,
    ]
    return renderTable(['MB of transcript', 'lines', 'runs', 'median', 'taken in', 'promised'], [row])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function ingest(folder: string, transcript: string, run: number): number {
  const project = join(folder, `project-${run}`)
  mkdirSync(project)
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env
  const env = { ...rest, VARVE_HOME: join(folder, `home-${run}`), VARVE_NO_WORKER: '1' }
  const begun = performance.now()
  const child = spawnSync(process.execPath, [BIN, 'session', 'import', transcript], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  const seconds = (performance.now() - begun) / 1000
  if (child.status !== 0 || !child.stdout.startsWith('1 session,'))
    throw new Error(`session import: ${child.stdout}${child.stderr}`)
  return seconds
}

interface Written {
  readonly path: string
  readonly bytes: number
  readonly lines: number
}

/** A day of Claude Code: prompts, answers, calls of tools, and results of a line to twenty kilobytes. */
function writeTranscript(folder: string): Written {
  const lines: string[] = []
  let bytes = 0
  for (let turn = 0; bytes < SIZE; turn++) {
    for (const line of turnLines(turn)) {
      lines.push(line)
      bytes += line.length + 1
    }
  }
  const path = join(folder, 'day.jsonl')
  writeFileSync(path, `${lines.join('\n')}\n`)
  return { path, bytes, lines: lines.length }
}

function turnLines(turn: number): readonly string[] {
  const id = (step: number) => `00000000-0000-4000-8000-${String(turn * 4 + step).padStart(12, '0')}`
  const line = (step: number, type: 'user' | 'assistant', content: unknown) =>
    JSON.stringify({
      type,
      uuid: id(step),
      parentUuid: turn + step === 0 ? null : id(step - 1),
      sessionId: 'bench',
      timestamp: new Date(Date.UTC(2026, 0, 1) + turn * TURN_MS + step * 1000).toISOString(),
      gitBranch: 'main',
      message: { role: type, content },
    })
  const call = { type: 'tool_use', id: `t${turn}`, name: 'Read', input: { file_path: `src/part-${turn}.ts` } }
  return [
    line(0, 'user', `Look why request ${turn} is answered twice, and tell me before you change anything.`),
    line(1, 'assistant', [
      { type: 'text', text: `The handler of request ${turn} reads its settings first.` },
      call,
    ]),
    line(2, 'user', [{ type: 'tool_result', tool_use_id: `t${turn}`, content: fileText(turn) }]),
    line(3, 'assistant', [
      { type: 'text', text: `It is registered in \`src/part-${turn}.ts\` and once more at the start.` },
    ]),
  ]
}

function fileText(turn: number): string {
  const count = 1 + ((turn * 37) % LONGEST_RESULT_LINES)
  return Array.from(
    { length: count },
    (_, n) =>
      `${String(n + 1).padStart(6)}\texport const value${turn}_${n} = read(settings.part${n}, ${n * turn})`,
  ).join('\n')
}
