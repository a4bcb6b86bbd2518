import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFacts } from '../corpus.ts'
import { BIN, cpuOf, interleaved, median, ROOT, renderTable, runWorker } from '../measure.ts'
import type { BenchResult } from '../run.ts'

const WORKER = `${ROOT}bench/scale/worker.ts`
const COMMAND = `${ROOT}bench/scale/command.mjs`
const SMALL = 10_000
const MIDDLE = 100_000
const LARGE = 1_000_000

/** What a memory of 100,000 costs, and whether one of a million still answers like one of 10,000. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'varve-bench-'))
  try {
    const rows = [bareRow(folder), ...measureMiddle(folder), ...measureLarge(folder)]
    return {
      claim: 'Large memories stay quick',
      how: 'Each phase in a process of its own; time by the process itself, on the clock and of the processor, the median of three with the least and the most; peak memory by the operating system, the most of three. The bare Node of the same run is there to compare machines by: where the bounds were set it took 35 to 40 ms.',
      table: renderTable(['what', 'measured', 'promised'], rows),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Taken {
  readonly seconds: number
  readonly cpu: number
  /** MiB. */
  readonly peak: number
}

function bareRow(folder: string): readonly string[] {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined }
  const { bare = Number.NaN } = interleaved(9, {
    bare: () => cpuOf([process.execPath, '-e', '0'], folder, env),
  })
  return ['a bare `node -e 0`', `${bare.toFixed(0)} ms of CPU`, '–']
}

/** What the machine's neighbours do can add a third to any one of them. */
const ROUNDS = 3

function measureMiddle(folder: string): readonly (readonly string[])[] {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => measureRound(join(folder, `round-${round}`)))
  const row = (what: string, phase: Phase, promised: string) => [
    what,
    clockAndCpu(rounds.map((round) => round[phase])),
    promised,
  ]
  const peak = (phase: Phase, promised: string) => [
    'its peak memory',
    `${Math.max(...rounds.map((round) => round[phase].peak)).toFixed(0)} MiB`,
    promised,
  ]
  const added = rounds.map((round) => round.added * 1000)
  return [
    row('import of 100,000 entries', 'imported', '≤ 15 s'),
    peak('imported', '≤ 500 MB'),
    row('compaction of 100,000: view read, index and files rendered', 'compacted', '≤ 3 s'),
    peak('compacted', '–'),
    row('every text compared with its like, 100,000', 'compared', '≤ 30 s'),
    peak('compared', '–'),
    ['100 more entries, each stored, resolved and on disk', `${median(added).toFixed(0)} ms`, '–'],
    row('compaction after them', 'again', '≤ 150 ms'),
  ]
}

type Phase = 'imported' | 'compacted' | 'compared' | 'again'

interface Round extends Readonly<Record<Phase, Taken>> {
  /** Seconds. */
  readonly added: number
}

function measureRound(folder: string): Round {
  const { project, env, facts } = prepare(folder, MIDDLE)
  const imported = runWorker<Taken>(COMMAND, [BIN, project, 'import', 'jsonl', facts], env)
  const compacted = runWorker<Taken>(WORKER, ['compact', project], env)
  const compared = runWorker<Taken>(WORKER, ['compare', project], env)
  const { milliseconds } = runWorker<{ milliseconds: number }>(WORKER, ['add-100', project], env)
  const again = runWorker<Taken>(WORKER, ['compact', project], env)
  return { imported, compacted, compared, again, added: milliseconds / 1000 }
}

/** The median, and the least and the most. */
function clockAndCpu(taken: readonly Taken[]): string {
  const clock = taken.map(({ seconds }) => seconds)
  const cpu = median(taken.map(({ cpu: each }) => each))
  const isShort = median(clock) < 1
  const text = (seconds: number) => (isShort ? (seconds * 1000).toFixed(0) : seconds.toFixed(1))
  const unit = isShort ? 'ms' : 's'
  const range = taken.length > 1 ? `${text(Math.min(...clock))}–${text(Math.max(...clock))}, ` : ''
  return `${text(median(clock))} ${unit} (${range}${text(cpu)} of CPU)`
}

function measureLarge(folder: string): readonly (readonly string[])[] {
  type Asked = Readonly<Record<'show' | 'list' | 'add', number>>
  // A project each: what is compared once is kept.
  const smalls = Array.from({ length: ROUNDS }, (_, round) => prepare(join(folder, `small-${round}`), SMALL))
  const compared = smalls.map(({ project, facts, env }) => {
    runWorker(WORKER, ['import', project, facts], env)
    return runWorker<Taken>(WORKER, ['compare', project], env)
  })
  const large = prepareLarge(folder)
  const [few, many] = [smalls[0], large].map(
    (asked) => asked && runWorker<Asked>(WORKER, ['ask', asked.project], asked.env),
  )
  const asked = (['show', 'list', 'add'] as const).map((name) => {
    const [a, b] = [few?.[name] ?? Number.NaN, many?.[name] ?? Number.NaN]
    return [
      `${name} at 1,000,000 against 10,000 (medians)`,
      `${b.toFixed(2)} / ${a.toFixed(2)} ms = ${(b / a).toFixed(2)} ×`,
      '≤ 1.5 ×',
    ]
  })
  return [['every text compared with its like, 10,000', clockAndCpu(compared), '≤ 2 s'], ...asked]
}

interface Prepared {
  readonly project: string
  readonly facts: string
  readonly env: NodeJS.ProcessEnv
}

function prepare(folder: string, count: number): Prepared {
  const own = join(folder, String(count))
  const project = join(own, 'project')
  mkdirSync(project, { recursive: true })
  const facts = join(own, 'facts.jsonl')
  writeFacts(facts, count)
  return { project, facts, env: { ...process.env, VARVE_HOME: join(own, 'home'), VARVE_PROJECT: undefined } }
}

/** A million entries in one import, which needs more memory than a Node takes by itself. */
function prepareLarge(folder: string): Prepared {
  const large = prepare(folder, LARGE)
  runWorker(WORKER, ['import', large.project, large.facts], {
    ...large.env,
    NODE_OPTIONS: '--max-old-space-size=8000',
  })
  return large
}
