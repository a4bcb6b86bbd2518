import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyPlan, entryId, type JournalRecord, type Operation, type Store, VarveError } from '@varve/core'
import { exchangeRecords, type TeamJournal } from '@varve/core/sync'
import { buildAdd, buildRecord } from '@varve/core/testing'
import { Connection, migrate, openTeam } from '@varve/store-postgres'
import { openSqliteStore } from '@varve/store-sqlite'
import { openLink } from '../../test/team/server/open-link.ts'
import { startPostgres } from '../../test/team/server/start-postgres.ts'

export interface TeamFigures {
  readonly crowd: {
    readonly kept: number
    readonly gaps: number
    readonly twice: number
    readonly seconds: number
    /** Syncs that found somebody else first at each try, and were run again. */
    readonly busy: number
  }
  readonly push: { readonly seconds: number }
  /** Bytes a record: on disk with its indexes, and as JSON. */
  readonly pull: { readonly seconds: number; readonly bytes: number; readonly json: number }
  /** Milliseconds. */
  readonly append: { readonly small: number; readonly large: number }
}

const [CLIENTS, EACH, AT_ONCE] = [40, 50, 10]
const PUSHED = 1000
const LINK_MS = 20
const PULLED = 100_000
const [SMALL, LARGE, APPENDS] = [10_000, 1_000_000, 400]

const patience = {
  now: () => Date.now(),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
}

const FILL_JOURNAL = `
insert into varve.journal(project_id, seq, plan_id, author, client_id, created_at, plan, sha256)
  select $1::uuid, n, 'pl_' || md5($1::text || n), 'bench', 'c', now(), $3::jsonb, repeat('0', 64)
  from generate_series(1, $2::int) n`

const FILL_ENTRIES = `
insert into varve.memory_entries(id, project_id, branch, scope, content, status, recurrence_count,
                                 impact_score, specificity_score, created_at, updated_at)
  select md5($1::text || n), $1::uuid, null, 'project', 'Of ' || n || ': the service is deployed by the pipeline alone.',
    'promoted', 4, 8, 7, now(), now()
  from generate_series(1, $2::int) n`

const server = await startPostgres()
const folder = mkdtempSync(join(tmpdir(), 'varve-bench-'))
const admin = await Connection.open(server.url, { statementTimeoutMs: 600_000 })
try {
  await migrate(admin, 'role')
  const figures: TeamFigures = {
    crowd: await measureCrowd(),
    push: await measurePush(),
    pull: await measurePull(),
    append: await measureAppend(),
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
} finally {
  await admin.close()
  await server.remove()
  rmSync(folder, { recursive: true })
}

async function newProject(): Promise<string> {
  const project = randomUUID()
  await admin.rows('select varve.create_project($1, $2)', [project, 'bench'])
  return project
}

function replica(project: string, client: number): Store {
  return openSqliteStore(join(folder, `${project}-${client}.db`), { project })
}

function learn(store: Store, name: string): void {
  const operations: readonly Operation[] = learnt(name)
  store.transact('learn', (writer) =>
    applyPlan(
      writer,
      { stage: 'learn', command: 'learn', base: [], operations },
      { actor: 'bench', via: 'library', branch: null, now: Date.now() },
    ),
  )
}

function learnt(name: string): readonly Operation[] {
  return [
    buildAdd(
      name,
      `Of ${name}: the service is deployed by the pipeline alone, and never by hand on a Friday.`,
    ),
    {
      op: 'learning.sight',
      id: entryId(name),
      occasion: `session of ${name}`,
      source: { kind: 'session', trust: 'agent' },
      rating: { impact: 8, specificity: 7, evidence: [] },
    },
  ]
}

async function sync(store: Store, url = server.url): Promise<void> {
  const team = await openTeam(url, store.project)
  try {
    await exchangeRecords(store, await team.carrier(), 'both', patience)
  } finally {
    await team.close()
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

async function measureCrowd(): Promise<TeamFigures['crowd']> {
  const project = await newProject()
  const stores = Array.from({ length: CLIENTS }, (_, client) => replica(project, client))
  let busy = 0
  const work = async (store: Store, client: number) => {
    for (let n = 0; n < EACH; n += 1) {
      learn(store, `c${client}-${n}`)
      if ((n + 1) % AT_ONCE > 0) continue
      for (;;) {
        try {
          await sync(store)
          break
        } catch (error) {
          if (!VarveError.isInstance(error) || error.code !== 'busy') throw error
          busy += 1
        }
      }
    }
  }
  const seconds = await secondsOf(() => Promise.all(stores.map(work)))
  const rows = await admin.rows<{ seq: string; plan_id: string }>(
    'select seq, plan_id from varve.journal where project_id = $1 order by seq',
    [project],
  )
  const there = new Set(rows.map(({ plan_id }) => plan_id))
  const made = stores.flatMap((store, client) =>
    store.records({}).flatMap(({ id }) => (isOfClient(store.record(id), client) ? [id] : [])),
  )
  for (const store of stores) store.close()
  return {
    kept: made.filter((id) => there.has(id)).length,
    gaps: rows.filter(({ seq }, index) => Number(seq) !== index + 1).length,
    twice: rows.length - there.size,
    seconds,
    busy,
  }
}

function isOfClient(record: JournalRecord | undefined, client: number): boolean {
  const first = record?.operations[0]
  return first !== undefined && 'id' in first && first.id.startsWith(`c${client}-`)
}

async function measurePush(): Promise<TeamFigures['push']> {
  const store = replica(await newProject(), 0)
  for (let n = 0; n < PUSHED; n += 1) learn(store, `p-${n}`)
  const url = new URL(server.url)
  const link = await openLink({ host: url.hostname, port: Number(url.port) })
  url.port = String(link.port)
  link.delayMs = LINK_MS
  const seconds = await secondsOf(() => sync(store, url.href))
  link.close()
  store.close()
  return { seconds }
}

async function journalOf(project: string): Promise<TeamJournal> {
  return (await openTeam(server.url, project)).journal()
}

async function measurePull(): Promise<TeamFigures['pull']> {
  const project = await newProject()
  const journal = await journalOf(project)
  let json = 0
  for (let at = 0; at < PULLED; at += 500) {
    const records = Array.from({ length: 500 }, (_, n) =>
      buildRecord(at + n, learnt(`r-${at + n}`), { project }),
    )
    json += records.reduce((sum, record) => sum + JSON.stringify(record).length, 0)
    await journal.append(at, records, { rows: [], gone: [] })
  }
  await journal.close()
  const [size] = await admin.rows<{ bytes: string; n: string }>(
    `select pg_total_relation_size('varve.journal') as bytes, (select count(*) from varve.journal) as n`,
  )
  const store = replica(project, 0)
  const team = await openTeam(server.url, project)
  const carrier = await team.carrier()
  const seconds = await secondsOf(() => exchangeRecords(store, carrier, 'pull', patience))
  if (store.size().entries !== PULLED) throw new Error(`${store.size().entries} entries came`)
  await team.close()
  store.close()
  return { seconds, bytes: Number(size?.bytes) / Number(size?.n), json: json / PULLED }
}

/** Two projects of the same server, appended to in turn: a record and its row at a time. */
async function measureAppend(): Promise<TeamFigures['append']> {
  const projects = [await newProject(), await newProject()]
  const plan = JSON.stringify(buildRecord(1, learnt('x')))
  for (const [index, size] of [SMALL, LARGE].entries()) {
    await admin.rows(FILL_JOURNAL, [projects[index], size, plan])
    await admin.rows(FILL_ENTRIES, [projects[index], size / 10])
    await admin.rows('update varve.project set head = $2 where id = $1', [projects[index], size])
  }
  await admin.run('vacuum analyze varve.journal, varve.memory_entries')
  await admin.run('checkpoint')
  const journals = await Promise.all(projects.map(journalOf))
  const took: [number[], number[]] = [[], []]
  for (let n = 0; n < APPENDS; n += 1) {
    for (const [index, size] of [SMALL, LARGE].entries()) {
      const record = buildRecord(n, learnt(`a-${n}`), { project: projects[index] ?? '' })
      const start = performance.now()
      await journals[index]?.append(size + n, [record], { rows: [rowOf(`a-${n}`)], gone: [] })
      // The first ones warm up.
      if (n >= APPENDS / 10) took[index]?.push(performance.now() - start)
    }
  }
  for (const journal of journals) await journal.close()
  const [small, large] = took
  return { small: percentile(small, 0.95), large: percentile(large, 0.95) }
}

function rowOf(name: string) {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    id: entryId(name),
    branch: null,
    scope: 'project',
    content: `Of ${name}: the service is deployed by the pipeline alone.`,
    status: 'promoted',
    recurrence_count: 4,
    impact_score: 8,
    specificity_score: 7,
    created_at: at,
    updated_at: at,
  } as const
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}
