import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFacts } from '../corpus.ts'
import { BIN, cpuOf, interleaved, ROOT, renderTable, runWorker } from '../measure.ts'
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
      how: 'Each phase in a process of its own; time by the process itself, on the clock and of the processor; peak memory by the operating system. The bare Node of the same run is there to compare machines by.',
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

function clockAndCpu({ seconds, cpu }: Taken): string {
  return seconds < 1
    ? `${(seconds * 1000).toFixed(0)} ms (${(cpu * 1000).toFixed(0)} of CPU)`
    : `${seconds.toFixed(1)} s (${cpu.toFixed(1)} of CPU)`
}

function measureMiddle(folder: string): readonly (readonly string[])[] {
  const { project, env, facts } = prepare(folder, MIDDLE)
  const imported = runWorker<Taken>(COMMAND, [BIN, project, 'import', 'jsonl', facts], env)
  const compacted = runWorker<Taken>(WORKER, ['compact', project], env)
  const compared = runWorker<Taken>(WORKER, ['compare', project], env)
  const added = runWorker<{ milliseconds: number }>(WORKER, ['add-100', project], env)
  const again = runWorker<Taken>(WORKER, ['compact', project], env)
  return [
    ['import of 100,000 entries', clockAndCpu(imported), '≤ 15 s'],
    ['its peak memory', `${imported.peak.toFixed(0)} MiB`, '≤ 500 MB'],
    ['compaction of 100,000: view read, index and files rendered', clockAndCpu(compacted), '≤ 3 s'],
    ['its peak memory', `${compacted.peak.toFixed(0)} MiB`, '–'],
    ['every text compared with its like, 100,000', clockAndCpu(compared), '≤ 30 s'],
    ['its peak memory', `${compared.peak.toFixed(0)} MiB`, '–'],
    ['100 more entries, each stored, resolved and on disk', `${added.milliseconds.toFixed(0)} ms`, '–'],
    ['compaction after them', clockAndCpu(again), '≤ 150 ms'],
  ]
}

function measureLarge(folder: string): readonly (readonly string[])[] {
  type Asked = Readonly<Record<'show' | 'list' | 'add', number>>
  const small = prepare(folder, SMALL)
  runWorker(WORKER, ['import', small.project, small.facts], small.env)
  const compared = runWorker<Taken>(WORKER, ['compare', small.project], small.env)
  const large = prepareLarge(folder)
  const [few, many] = [small, large].map(({ project, env }) =>
    runWorker<Asked>(WORKER, ['ask', project], env),
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
