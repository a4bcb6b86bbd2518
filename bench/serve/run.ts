import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFacts, queryAt } from '../corpus.ts'
import { cpuOf, interleaved, median, renderTable } from '../measure.ts'
import { PEER } from '../peers/run.ts'
import type { BenchResult } from '../run.ts'
import { type Answer, type Kind, serverMemory, type Taken, varve } from './servers.ts'

const ADDS = 500
const PARALLEL = 50
const RECALLS = 200
const WARM_UP = 20
/** After so many, code that is run often has been compiled well; as many more tell what one costs then. */
const WARM = 1000
const STARTS = 7
const SIZES = [10_000, 100_000] as const

/** A server of tools beside the memory server that most people start with, both as agents start them, in one run. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'varve-bench-'))
  try {
    const { bare = Number.NaN } = interleaved(STARTS, {
      bare: () => cpuOf([process.execPath, '-e', '0'], folder, process.env),
    })
    const columns: Readonly<Record<string, string>>[] = []
    for (const kind of [varve(folder), serverMemory(folder)]) columns.push(await measure(kind, bare))
    const names = Object.keys(columns[0] ?? {})
    return {
      claim: 'A server of tools starts, adds and recalls at little cost, and loses nothing',
      how: `Each server is started as an agent starts it, and spoken to over standard input and output; what it took is by the process itself, of processor time, and what a recall costs by what ${RECALLS} of them add, each of three other words, the first ${WARM_UP} after a start left out. server-memory is \`${PEER}\`. Memory text is what was once added, of all the text of an answer that a model reads. A bare \`node -e 0\` takes ${bare.toFixed(0)} ms.`,
      table: renderTable(
        ['', 'Varve', 'server-memory', 'promised'],
        names.map((name) => [name, ...columns.map((column) => column[name] ?? '–'), PROMISED[name] ?? '–']),
      ),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const START = 'start to `tools/list`, of a bare Node'
const WARMED = `the same after ${WARM.toLocaleString('en')} recalls`
const SHARE = 'memory text in a recall'
const KEPT = `kept of ${PARALLEL} parallel adds from each of two servers`
const PROMISED: Readonly<Record<string, string>> = {
  [START]: '≤ 4 ×',
  [recallAt(10_000)]: '≤ 3 ms',
  [recallAt(100_000)]: '≤ 15 ms',
  [SHARE]: '≥ 75 %',
  [KEPT]: String(2 * PARALLEL),
}

function recallAt(size: number): string {
  return `a recall of ${size.toLocaleString('en')}, CPU`
}

async function measure(kind: Kind, bare: number): Promise<Record<string, string>> {
  const started = median(await times(STARTS, async () => (await session(kind, 'empty', 'list')).cpu))
  const column: Record<string, string> = {
    [START]: `${(started / bare).toFixed(1)} ×`,
    ...(await measureAdds(kind)),
  }
  let share = 0
  for (const size of SIZES) {
    const memory = String(size)
    kind.fill(memory, size)
    const few = await session(kind, memory, WARM_UP)
    const many = await session(kind, memory, WARM_UP + RECALLS)
    column[recallAt(size)] = costOf((many.cpu - few.cpu) / RECALLS, bare)
    if (size === SIZES[0]) {
      const before = await session(kind, memory, WARM)
      const after = await session(kind, memory, 2 * WARM)
      column[WARMED] = costOf((after.cpu - before.cpu) / WARM, bare)
    }
    column[`peak memory with ${size.toLocaleString('en')}`] = `${many.peak.toFixed(0)} MiB`
    // The texts of the smaller memory are held in mind: enough to tell what an answer is made of.
    if (size === SIZES[0]) share = many.share
  }
  column[SHARE] = `${(share * 100).toFixed(0)} %`
  const servers = await Promise.all([kind.start('many'), kind.start('many')])
  const texts = facts(PARALLEL)
  await Promise.all(
    servers.flatMap((server, s) => texts.map((text, i) => server.add(text, s * PARALLEL + i))),
  )
  await Promise.all(servers.map((server) => server.end()))
  return { ...column, [KEPT]: String(kind.countKept('many')) }
}

/** Of a machine that is busy, or slow, a bare Node says how much. */
function costOf(ms: number, bare: number): string {
  return `${ms.toFixed(1)} ms, ${(ms / bare).toFixed(2)} of a bare Node`
}

async function measureAdds(kind: Kind): Promise<Record<string, string>> {
  const none = await session(kind, 'adds', 'list')
  const server = await kind.start('adds')
  const begun = performance.now()
  for (const [i, text] of facts(ADDS).entries()) await server.add(text, i)
  const seconds = (performance.now() - begun) / 1000
  const { cpu } = await server.end()
  return {
    [`adds a second (${ADDS})`]: (ADDS / seconds).toFixed(0),
    'an add, CPU': `${((cpu - none.cpu) / ADDS).toFixed(1)} ms`,
  }
}

/** A whole session that only lists tools, or recalls so often. */
async function session(
  kind: Kind,
  memory: string,
  work: 'list' | number,
): Promise<Taken & { readonly share: number }> {
  const server = await kind.start(memory)
  await server.list()
  const said = work === 'list' ? '' : facts(SIZES[0]).join('\n')
  let [known, all] = [0, 0]
  for (let n = 0; work !== 'list' && n < work; n++) {
    const text = textOf(await server.recall(queryAt(n)))
    all += Buffer.byteLength(text)
    known += text.split('\n').reduce((sum, line) => sum + memoryBytes(line, said), 0)
  }
  return { ...(await server.end()), share: all === 0 ? 0 : known / all }
}

const FACT = /Fact \d+: the .*? uses port \d+\./g

/** How much of a line was once added: whole, or a stretch between what an answer says around it. */
function memoryBytes(line: string, said: string): number {
  const whole = line.match(FACT)
  if (whole) return Buffer.byteLength(whole.join(''))
  const stretch = line.replace(/^\S+ (?:via=\S+ )?\[\w+\] |^ +(?:… )?/, '').replace(/ ?…$/, '')
  return said.includes(stretch) ? Buffer.byteLength(stretch) : 0
}

function textOf({ result }: Answer): string {
  return (result?.content ?? []).map(({ text }) => text).join('\n')
}

async function times<T>(count: number, work: () => Promise<T>): Promise<readonly T[]> {
  const values: T[] = []
  for (let n = 0; n < count; n++) values.push(await work())
  return values
}

function facts(count: number): readonly string[] {
  return [...makeFacts(count)].map(({ text }) => text)
}
