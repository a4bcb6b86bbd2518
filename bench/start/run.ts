import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFacts } from '../corpus.ts'
import { BIN, cpuOf, interleaved, renderTable } from '../measure.ts'
import type { BenchResult } from '../run.ts'

const RUNS = 15
const SIZES = [1000, 100_000]

/** CPU of whole commands against that of a Node that does nothing. */
export async function run(): Promise<BenchResult> {
  const rows = SIZES.flatMap((size) => measure(size))
  return {
    claim: 'A command costs little more than starting Node',
    how: `Median CPU (user and system) of ${RUNS} whole processes each, taken in turn. The promise: \`varve show\` ≤ 2.2 × \`node -e 0\`.`,
    table: renderTable(['entries', 'command', 'CPU ms', '× node -e 0'], rows),
  }
}

function measure(size: number): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'varve-bench-'))
  try {
    const project = join(folder, 'project')
    mkdirSync(project)
    writeFacts(join(folder, 'facts.jsonl'), size)
    const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env
    const env = { ...rest, VARVE_HOME: join(folder, 'home') }
    const node = process.execPath
    cpuOf([node, BIN, 'import', '../facts.jsonl'], project, env)
    const commands: Readonly<Record<string, readonly string[]>> = {
      'node -e 0': [node, '-e', '0'],
      'varve --help': [node, BIN, '--help'],
      'varve show <id>': [node, BIN, 'show', 'fact-00000100'],
      'varve list': [node, BIN, 'list'],
      'varve add': [node, BIN, 'add', 'A new fact that is told again and again', '--category', 'decisions'],
      'varve status': [node, BIN, 'status'],
    }
    const cases = Object.entries(commands).map(
      ([name, command]) => [name, () => cpuOf(command, project, env)] as const,
    )
    const medians = interleaved(RUNS, Object.fromEntries(cases))
    const bare = medians['node -e 0'] ?? Number.NaN
    return Object.entries(medians).map(([name, cpu]) => [
      size.toLocaleString('en'),
      name,
      cpu.toFixed(0),
      (cpu / bare).toFixed(2),
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
