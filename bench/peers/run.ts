import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFacts } from '../corpus.ts'
import { BIN, ROOT, renderTable } from '../measure.ts'
import type { BenchResult } from '../run.ts'
import { LineClient } from './line-client.ts'

export const PEER = '@modelcontextprotocol/server-memory@2026.8.31'
const ADDS = 2000
const PARALLEL = 50
/** A registry that doesn't answer is waited for no longer. */
const INSTALL_MS = 180_000

/** Varve beside the memory server that most people start with, in one run. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'varve-bench-'))
  try {
    const peer = installPeer()
    const columns = [await measureVarve(folder), await measurePeer(folder, peer)]
    const row = (name: string, pick: (column: Column) => string) => [name, ...columns.map(pick)]
    return {
      claim: 'What is added is kept, and adding is quick',
      how: `${ADDS} adds one after the other through a pipe, then ${PARALLEL} at once into a new memory. server-memory is \`${PEER}\`, installed for the run. Varve writes each add through to the disk (fsync) before it answers, checks it against what is known, and keeps its history; server-memory writes its whole file again.`,
      table: renderTable(
        ['', 'Varve', 'server-memory'],
        [
          row(`adds a second (${ADDS})`, (column) => column.perSecond.toFixed(0)),
          row('the last hundred of them, a second', (column) => column.lastPerSecond.toFixed(0)),
          row('bytes on disk for each', (column) => (column.bytes / ADDS).toFixed(0)),
          row(`kept of ${PARALLEL} parallel adds`, (column) => String(column.kept)),
        ],
      ),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Column {
  readonly perSecond: number
  readonly lastPerSecond: number
  readonly bytes: number
  readonly kept: number
}

/** Kept between runs, outside of what this project installs. */
export function installPeer(): string {
  const cache = join(ROOT, 'node_modules/.cache/varve-bench')
  const entry = join(cache, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js')
  if (!existsSync(entry)) {
    mkdirSync(cache, { recursive: true })
    const npm = spawnSync('npm', ['install', '--prefix', cache, '--no-audit', '--no-fund', PEER], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: INSTALL_MS,
      killSignal: 'SIGKILL',
    })
    if (npm.status !== 0) {
      // What was half installed would be taken for whole by the next run.
      rmSync(cache, { recursive: true, force: true })
      const why = npm.signal === null ? npm.stderr.trim() : `npm took more than ${INSTALL_MS / 1000} s`
      throw new Error(`could not install ${PEER}: ${why}`)
    }
  }
  return entry
}

async function measureVarve(folder: string): Promise<Column> {
  const open = (name: string) => {
    const project = join(folder, name)
    mkdirSync(project, { recursive: true })
    const env = { ...process.env, VARVE_HOME: join(folder, `${name}-home`) }
    const client = new LineClient(
      ['--conditions=varve-source', `${ROOT}bench/peers/varve-worker.ts`],
      project,
      env,
    )
    const add = (text: string, i: number) =>
      client.ask('add', { text: `${text} (${i})`, category: 'conventions' })
    return { client, add, env, project, home: env.VARVE_HOME }
  }
  const one = open('varve-one')
  const times = await addAll(one.add)
  await one.client.end()
  const many = open('varve-many')
  await Promise.all(facts(PARALLEL).map(many.add))
  await many.client.end()
  const listed = spawnSync(process.execPath, [BIN, 'list', '--limit', '0', '--json'], {
    cwd: many.project,
    env: many.env,
    encoding: 'utf8',
  })
  return { ...times, bytes: sizeOf(join(one.home, 'projects')), kept: JSON.parse(listed.stdout).count }
}

async function measurePeer(folder: string, entry: string): Promise<Column> {
  const open = async (name: string) => {
    const file = join(folder, `${name}.jsonl`)
    const client = new LineClient([entry], folder, { ...process.env, MEMORY_FILE_PATH: file })
    const clientInfo = { name: 'bench', version: '0' }
    await client.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    client.tell('notifications/initialized', {})
    const add = (text: string, i: number) => {
      const entities = [{ name: `fact-${i}`, entityType: 'fact', observations: [`${text} (${i})`] }]
      return client.ask('tools/call', { name: 'create_entities', arguments: { entities } })
    }
    return { client, add, file }
  }
  const one = await open('peer-one')
  const times = await addAll(one.add)
  await one.client.end()
  const many = await open('peer-many')
  await Promise.all(facts(PARALLEL).map(many.add))
  await many.client.end()
  const kept = readFileSync(many.file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length
  return { ...times, bytes: statSync(one.file).size, kept }
}

async function addAll(
  add: (text: string, i: number) => Promise<unknown>,
): Promise<Pick<Column, 'perSecond' | 'lastPerSecond'>> {
  const texts = facts(ADDS)
  await add('warm up', -1)
  const started = performance.now()
  let beforeLast = started
  for (const [i, text] of texts.entries()) {
    if (i === ADDS - 100) beforeLast = performance.now()
    await add(text, i)
  }
  const ended = performance.now()
  return { perSecond: (ADDS / (ended - started)) * 1000, lastPerSecond: (100 / (ended - beforeLast)) * 1000 }
}

function facts(count: number): readonly string[] {
  return [...makeFacts(count)].map((fact) => fact.text)
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
}
