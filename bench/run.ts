// Runs the benchmarks: all, or those named. `--write` keeps each table in bench/results/.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/** A claim, measured: a title, what was done, and a table. */
export interface BenchResult {
  readonly claim: string
  readonly how: string
  readonly table: string
}

export interface Bench {
  run(): Promise<BenchResult>
}

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  start: () => import('./start/run.ts'),
  hooks: () => import('./hooks/run.ts'),
  scale: () => import('./scale/run.ts'),
  search: () => import('./search/run.ts'),
  graph: () => import('./graph/run.ts'),
  suggest: () => import('./suggest/run.ts'),
  consolidate: () => import('./consolidate/run.ts'),
  serve: () => import('./serve/run.ts'),
  peers: () => import('./peers/run.ts'),
  merge: () => import('./merge/run.ts'),
  recall: () => import('./recall/run.ts'),
  window: () => import('./window/run.ts'),
  latency: () => import('./latency/run.ts'),
  stale: () => import('./stale/run.ts'),
  propose: () => import('./propose/run.ts'),
  team: () => import('./team/run.ts'),
  learn: () => import('./learn/run.ts'),
}

if (import.meta.main) await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<void> {
  const named = args.filter((arg) => !arg.startsWith('--'))
  const unknown = named.filter((name) => !(name in BENCHES))
  if (unknown.length > 0)
    throw new Error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`)
  for (const [name, load] of Object.entries(BENCHES)) {
    if (named.length > 0 && !named.includes(name)) continue
    const { run } = await load()
    const page = render(name, await run())
    process.stdout.write(`${page}\n`)
    if (args.includes('--write')) write(name, page)
  }
}

function render(name: string, { claim, how, table }: BenchResult): string {
  return `# ${claim}

${how}

\`npm run bench -- ${name}\`, ${new Date().toISOString().slice(0, 10)}, ${machine()}

${table}
`
}

/** What the figures were taken on, and how busy it was; ratios carry over to other machines, seconds don't. */
function machine(): string {
  const [cpu] = cpus()
  return `${cpus().length} × ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`
}

function write(name: string, page: string): void {
  const folder = fileURLToPath(new URL('results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${name}.md`, page)
}
