import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QUICK_START } from '../../packages/varve/src/agents/launcher.ts'
import { writeFacts } from '../corpus.ts'
import { BIN, cpuOf, interleaved, ROOT, renderTable } from '../measure.ts'
import type { BenchResult } from '../run.ts'
import { measureIngest } from './ingest.ts'

const RUNS = 30
const CLOCKED = 300
const SIZES = [1000, 100_000]
/** As the launcher starts it. */
const HOOK = [process.execPath, ...QUICK_START, `${ROOT}packages/varve/bundle/hook.mjs`]
const MOST_CPU = 1.7
const MOST_MS = 300

const PROMPTS = {
  'prompt, common words': 'should the database cache worker use the retry timeout header in staging?',
  'prompt, one entry': 'what is it that uses port 1123 and the lexer?',
  'prompt, nothing': 'write a poem about rivers please',
} as const

/** CPU of hooks against that of a Node that does nothing, and how long a host waits for them. */
export async function run(): Promise<BenchResult> {
  return {
    claim: 'A hook costs an agent little more than starting Node',
    how: `Median CPU (user and system) of ${RUNS} whole processes each, as the launcher starts them, taken in turn, each in a session of its own. The promise: no event above ${MOST_CPU} × \`node -e 0\`, in a memory of any size. Then the wall clock of ${CLOCKED} runs, of which 99 in 100 are to end within ${MOST_MS} ms; it depends on what else the machine does. At last how fast a transcript is taken in, which waits for no host: the wall clock of whole commands.`,
    table: [...SIZES.map(measure), measureIngest()].join('\n\n'),
  }
}

function measure(size: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'varve-bench-'))
  try {
    const memory = prepare(folder, size)
    const events = eventsOf(memory)
    const bare = () => cpuOf([process.execPath, '-e', '0'], memory.project, memory.env)
    const cpu = interleaved(RUNS, { 'node -e 0': bare, ...events })
    const own = cpu['node -e 0'] ?? Number.NaN
    const rows = Object.entries(cpu).map(([name, ms]) => [
      size.toLocaleString('en'),
      name,
      ms.toFixed(0),
      (ms / own).toFixed(2),
      name in events ? `≤ ${MOST_CPU}` : '',
    ])
    return `${renderTable(['entries', 'event', 'CPU ms', '× node -e 0', 'promised'], rows)}\n\n${waits(memory, size)}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Memory {
  readonly project: string
  readonly env: NodeJS.ProcessEnv
}

function prepare(folder: string, size: number): Memory {
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFacts(join(folder, 'facts.jsonl'), size)
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env
  const home = join(folder, 'home')
  const env = { ...rest, VARVE_HOME: home, VARVE_NO_WORKER: '1' }
  cpuOf([process.execPath, BIN, 'import', '../facts.jsonl'], project, env)
  const [id = ''] = readdirSync(join(home, 'projects'))
  // As of a memory that nothing was written to for a minute.
  const database = join(home, 'projects', id, 'varve.db')
  const before = statSync(database).mtimeMs / 1000 - 60
  utimesSync(database, before, before)
  return { project, env }
}

let sessions = 0

function inputOf(more: object): string {
  sessions += 1
  return JSON.stringify({ session_id: `s-${process.pid}-${sessions}`, ...more })
}

function eventsOf({ project, env }: Memory): Readonly<Record<string, () => number>> {
  const fire = (event: string, more: object) => () =>
    cpuOf([...HOOK, event, '--agent', 'claude-code'], project, env, inputOf(more))
  const prompts = Object.entries(PROMPTS).map(([name, prompt]) => [name, fire('prompt', { prompt })] as const)
  return {
    'session-start': fire('session-start', { source: 'startup' }),
    'session-start, resumed': fire('session-start', { source: 'resume' }),
    ...Object.fromEntries(prompts),
    'turn-end': fire('turn-end', { transcript_path: '/tmp/none.jsonl' }),
  }
}

/** What a host waits, of each event in turn. */
function waits({ project, env }: Memory, size: number): string {
  const events = [
    ['session-start', { source: 'startup' }],
    ['prompt', { prompt: PROMPTS['prompt, common words'] }],
    ['turn-end', { transcript_path: '/tmp/none.jsonl' }],
  ] as const
  const times = Array.from({ length: CLOCKED }, (_, index) => {
    const [event, more] = events[index % events.length] ?? events[0]
    const input = inputOf(more)
    const begun = performance.now()
    spawnSync(process.execPath, [...HOOK.slice(1), event, '--agent', 'claude-code'], {
      cwd: project,
      env,
      input,
    })
    return performance.now() - begun
  }).sort((a, b) => a - b)
  const at = (share: number) => `${(times[Math.ceil(share * times.length) - 1] ?? Number.NaN).toFixed(0)} ms`
  const row = [size.toLocaleString('en'), String(CLOCKED), at(0.5), at(0.95), at(0.99), `≤ ${MOST_MS} ms`]
  return renderTable(['entries', 'runs', 'median', 'p95', 'p99', 'promised of p99'], [row])
}
