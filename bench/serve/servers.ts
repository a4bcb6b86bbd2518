import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFacts, writeFacts } from '../corpus.ts'
import { BIN, ROOT } from '../measure.ts'
import { LineClient } from '../peers/line-client.ts'
import { installPeer } from '../peers/run.ts'

const REPORT = `${ROOT}bench/serve/report-usage.cjs`

/** What a server took from its start to its end. */
export interface Taken {
  /** Milliseconds of processor time. */
  readonly cpu: number
  /** MiB. */
  readonly peak: number
}

export interface Answer {
  readonly result?: { readonly content?: readonly { readonly text: string }[] }
}

/** A server of tools as an agent starts it, over a memory of its own. */
export interface Started {
  add(text: string, at: number): Promise<unknown>
  recall(query: string): Promise<Answer>
  list(): Promise<unknown>
  end(): Promise<Taken>
}

export interface Kind {
  readonly name: string
  /** Over the memory of this name: the same name, the same memory. */
  start(memory: string): Promise<Started>
  fill(memory: string, count: number): void
  countKept(memory: string): number
}

interface Launch {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

async function connect({ args, cwd, env }: Launch) {
  const report = join(cwd, `report-${Math.random()}.json`)
  const client = new LineClient(['--require', REPORT, ...args], cwd, { ...env, BENCH_REPORT: report })
  const clientInfo = { name: 'bench', version: '0' }
  await client.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  client.tell('notifications/initialized', {})
  return {
    call: (name: string, given: object) => client.ask('tools/call', { name, arguments: given }),
    list: () => client.ask('tools/list', {}),
    async end(): Promise<Taken> {
      await client.end()
      return JSON.parse(readFileSync(report, 'utf8'))
    },
  }
}

export function varve(folder: string): Kind {
  const at = (memory: string) => {
    const cwd = join(folder, memory)
    mkdirSync(cwd, { recursive: true })
    return {
      cwd,
      env: { ...process.env, VARVE_HOME: join(folder, `${memory}-home`), VARVE_PROJECT: undefined },
    }
  }
  const run = (memory: string, args: readonly string[]): string => {
    const child = spawnSync(process.execPath, [BIN, ...args], {
      ...at(memory),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    if (child.status !== 0) throw new Error(child.stderr)
    return child.stdout
  }
  return {
    name: 'Varve',
    async start(memory) {
      const { call, ...rest } = await connect({ args: [BIN, 'mcp'], ...at(memory) })
      return {
        ...rest,
        add: (text, i) => call('varve_add', { text: `${text} (${i})`, category: 'conventions' }),
        recall: (query) => call('varve_search', { query }),
      }
    },
    fill(memory, count) {
      const facts = join(at(memory).cwd, 'facts.jsonl')
      writeFacts(facts, count)
      run(memory, ['import', 'jsonl', facts])
    },
    countKept: (memory) => JSON.parse(run(memory, ['list', '--limit', '0', '--json'])).count,
  }
}

export function serverMemory(folder: string): Kind {
  const entry = installPeer()
  const file = (memory: string) => join(folder, `${memory}.jsonl`)
  const entity = (text: string, i: number) => ({
    name: `fact-${i}`,
    entityType: 'fact',
    observations: [text],
  })
  return {
    name: 'server-memory',
    async start(memory) {
      const env = { ...process.env, MEMORY_FILE_PATH: file(memory) }
      const { call, ...rest } = await connect({ args: [entry], cwd: folder, env })
      return {
        ...rest,
        add: (text, i) => call('create_entities', { entities: [entity(`${text} (${i})`, i)] }),
        recall: (query) => call('search_nodes', { query }),
      }
    },
    fill(memory, count) {
      const lines = [...makeFacts(count)].map(({ text }, i) =>
        JSON.stringify({ type: 'entity', ...entity(text, i) }),
      )
      writeFileSync(file(memory), lines.join('\n'))
    },
    countKept: (memory) =>
      readFileSync(file(memory), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '').length,
  }
}
