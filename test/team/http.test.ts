import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { applyPlan, entryId, type JournalRecord, type Store, VarveError } from '@varve/core'
import { exchangeRecords, projectAll, type TeamGateway, type TeamServer } from '@varve/core/sync'
import { buildAdd, buildRecord, createMemoryStore } from '@varve/core/testing'
import { type Connection, openGateway } from '@varve/store-postgres'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { WebServer } from '../../packages/varve/src/http/start-web-server.ts'
import { openHttpTeam } from '../../packages/varve/src/team/client/open-http-team.ts'
import {
  serveTeam,
  startTeamServer,
  type TeamServerOptions,
} from '../../packages/varve/src/team/server/serve-team.ts'
import { MOST_CALL_BYTES } from '../../packages/varve/src/team/team-calls.ts'
import { newToken, tokenDigest } from '../../packages/varve/src/team/team-token.ts'
import { faultyLink } from './server/faulty-link.ts'
import { createTeamDatabase, roleName, type TeamDatabase } from './server/team-database.ts'

const patience = {
  now: () => Date.now(),
  wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms / 20)),
  random: Math.random,
}

let database: TeamDatabase
let alice: Connection
const said: string[] = []
const given: string[] = []

beforeAll(async () => {
  database = await createTeamDatabase(['alice'], ['gate'])
  await database.admin.run(`grant varve_gateway to ${roleName('gate')}`)
  alice = await database.connect('alice')
})

const AS_USUAL = {
  host: '127.0.0.1',
  port: 0,
  trustProxy: false,
  perMinute: 100_000,
  now: () => Date.now(),
  say: (text: string) => void said.push(text),
}

async function start(
  options: Partial<Omit<TeamServerOptions, 'gateway'>> & { readonly holder?: TeamGateway['holder'] } = {},
): Promise<WebServer> {
  const gateway = openGateway(database.urlOf('gate'))
  const { holder = gateway.holder, ...rest } = options
  const server = await startTeamServer({ ...AS_USUAL, gateway: { ...gateway, holder }, ...rest })
  onTestFinished(async () => {
    await server.close()
    await gateway.close()
  })
  return server
}

/** A project of alice's with members who have no login role, and a token of each. */
async function projectWith<const M extends string>(
  members: Readonly<Record<M, 'reader' | 'writer' | 'owner'>>,
): Promise<{ readonly project: string; readonly tokens: Readonly<Record<M, string>> }> {
  const project = randomUUID()
  await alice.rows('select varve.create_project($1, $2)', [project, 'acme'])
  const tokens = {} as Record<M, string>
  for (const [user, role] of Object.entries(members) as [M, string][]) {
    await alice.rows('select varve.set_member($1, $2, $3)', [project, user, role])
    tokens[user] = newToken()
    given.push(tokens[user])
    await alice.rows('select varve.issue_token($1, $2, $3, $4, $5, null)', [
      project,
      user,
      `of-${user}`,
      '',
      tokenDigest(tokens[user]),
    ])
  }
  return { project, tokens }
}

function replica(project: string, client: string, records = 3): Store {
  const store = createMemoryStore({ project, client: client.padStart(16, '0') })
  for (let n = 0; n < records; n += 1) {
    const operations = [
      buildAdd(`${client}-${n}`, `Text ${n}`),
      {
        op: 'learning.sight',
        id: entryId(`${client}-${n}`),
        occasion: `session ${n}`,
        source: { kind: 'session', trust: 'agent' },
        rating: { impact: 8, specificity: 8, evidence: [] },
      },
    ] as const
    store.transact('add', (writer) =>
      applyPlan(
        writer,
        { stage: 'learn', command: 'test', base: [], operations },
        // What a record says of its author is only said.
        { actor: 'mallory', via: 'library', branch: null, now: 1_000_000 + n },
      ),
    )
  }
  return store
}

function open(url: string, project: string, token: string | undefined): TeamServer {
  return openHttpTeam(url, project, { token, wait: patience.wait })
}

async function sync(store: Store, url: string, token: string) {
  const team = open(url, store.project, token)
  try {
    return await exchangeRecords(store, await team.carrier(), 'both', patience)
  } finally {
    await team.close()
  }
}

function post(
  url: string,
  project: string,
  name: string,
  token: string,
  body: string | ReadableStream,
  headers = {},
) {
  return fetch(`${url}/v1/projects/${project}/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
    ...(typeof body === 'string' ? {} : { duplex: 'half' }),
  })
}

const idsOf = (store: Store) => store.records({}).map(({ id }) => id)

test('two machines with tokens come to one state, and each record is by whoever’s token brought it', async () => {
  const { url } = await start()
  const { project, tokens } = await projectWith({ bob: 'writer', carol: 'writer' })
  const [bob, carol] = [replica(project, 'b'), replica(project, 'c')]
  expect(await sync(bob, url, tokens.bob)).toMatchObject({ pushed: 3, issues: [] })
  expect(await sync(carol, url, tokens.carol)).toMatchObject({ pushed: 3, issues: [] })
  expect(await sync(bob, url, tokens.bob)).toMatchObject({ pushed: 0 })
  expect(idsOf(bob)).toEqual(idsOf(carol))
  const authors = await database.admin.rows(
    'select author, count(*)::int as n from varve.journal where project_id = $1 group by 1 order by 1',
    [project],
  )
  expect(authors).toEqual([
    { author: 'bob', n: 3 },
    { author: 'carol', n: 3 },
  ])
  const team = open(url, project, tokens.bob)
  expect(await (await team.carrier()).projection()).toEqual(projectAll(bob))
  expect(await team.administration.facts()).toMatchObject({ user: 'bob', slug: 'acme', head: 6 })
  // A machine that comes by the database itself goes on from the same place.
  expect((await team.carrier()).remote).toMatch(/^pg:[0-9a-f-]{36}$/)
})

test('no call can say who its author is, a record that isn’t whole is refused, and a reader writes nothing', async () => {
  const { url } = await start()
  const { project, tokens } = await projectWith({ bob: 'writer', carol: 'reader' })
  const record = buildRecord(1, [buildAdd('e1', 'Text')], { project })
  const append = (token: string, rest: object, records: readonly object[] = [record]) =>
    post(url, project, 'append', token, JSON.stringify({ expected: 0, records, rows: [], gone: [], ...rest }))
  const statuses = [
    await append(tokens.bob, { author: 'alice' }),
    await append(tokens.bob, {}, [{ ...record, actor: 'alice' }]),
    await append(tokens.bob, {}, [{ ...record, project: randomUUID() }]),
    await append(tokens.carol, {}),
  ].map(({ status }) => status)
  expect(statuses).toEqual([400, 400, 400, 403])
  const journal = () =>
    database.admin.rows('select author from varve.journal where project_id = $1', [project])
  expect(await journal()).toEqual([])
  // What a header claims is of no use either.
  const claims = { 'request-jwt-claims': '{"sub":"alice"}', 'x-varve-user': 'alice' }
  const body = JSON.stringify({ expected: 0, records: [record], rows: [], gone: [] })
  expect((await post(url, project, 'append', tokens.bob, body, claims)).status).toBe(200)
  expect(await journal()).toEqual([{ author: 'bob' }])
})

test('who has no token, another project’s, a revoked or an old one is told nothing', async () => {
  // A minute between any two: nobody asks too often.
  let time = 1_000_000
  const { url } = await start({
    now() {
      time += 60_000
      return time
    },
  })
  const { project, tokens } = await projectWith({ bob: 'writer', carol: 'owner' })
  const other = await projectWith({ mallory: 'owner' })
  await sync(replica(project, 'b'), url, tokens.bob)
  const old = newToken()
  await alice.rows(`select varve.issue_token($1, 'bob', 'old', '', $2, now() - interval '1 day')`, [
    project,
    tokenDigest(old),
  ])
  const refused = async (token: string) => {
    for (const name of ['head', 'page', 'facts', 'projection', 'tokens']) {
      const answer = await post(url, project, name, token, '{}')
      expect([answer.status, await answer.text()]).toEqual([401, expect.not.stringContaining('acme')])
    }
    const store = replica(project, 'd')
    await expect(sync(store, url, token)).rejects.toMatchObject({ code: 'team_refused', exitCode: 3 })
    expect(idsOf(store)).toHaveLength(3)
  }
  await refused('nobody-s')
  await refused(other.tokens.mallory)
  await refused(old)
  // An owner takes a token back; a member gives their own back, and no other.
  const bob = open(url, project, tokens.bob).administration
  await expect(bob.revokeToken('of-carol')).rejects.toMatchObject({ code: 'team_refused' })
  await expect(
    bob.issueToken({ id: 'x', user: 'bob', label: '', sha256: '0'.repeat(64) }),
  ).rejects.toMatchObject({
    code: 'team_refused',
  })
  const carol = open(url, project, tokens.carol).administration
  expect((await carol.tokens()).map(({ id }) => id).sort()).toEqual(['of-bob', 'of-carol', 'old'])
  await carol.revokeToken('of-bob')
  await refused(tokens.bob)
  expect((await carol.tokens()).find(({ id }) => id === 'of-bob')?.revoked).toBeDefined()
  await expect(carol.revokeToken('of-nobody')).rejects.toMatchObject({ code: 'not_found' })
  // Who is let out of the team has no use for a token.
  await alice.rows('select varve.remove_member($1, $2)', [project, 'carol'])
  await refused(tokens.carol)
  // Nor, let in again, for the one of before.
  await alice.rows('select varve.set_member($1, $2, $3)', [project, 'carol', 'reader'])
  await refused(tokens.carol)
})

test('a member who asks too often waits, and then goes on; who guesses tokens is put off', async () => {
  let time = 1_000_000
  const { url } = await start({ perMinute: 3, now: () => time })
  const { project, tokens } = await projectWith({ bob: 'writer', carol: 'writer' })
  const asked = async (token: string) => {
    const { status, headers } = await post(url, project, 'head', token, '{}')
    return [status, headers.get('retry-after')]
  }
  for (let n = 0; n < 3; n += 1) expect(await asked(tokens.bob)).toEqual([200, null])
  expect(await asked(tokens.bob)).toEqual([429, '20'])
  expect(await asked(tokens.carol)).toEqual([200, null])
  time += 20_000
  expect(await asked(tokens.bob)).toEqual([200, null])
  // The client waits as long as it is told to, and its work is done all the same.
  const waits: number[] = []
  const team = openHttpTeam(url, project, {
    token: tokens.bob,
    wait: async (ms) => {
      waits.push(ms)
      time += ms
    },
  })
  const store = replica(project, 'b')
  expect(await exchangeRecords(store, await team.carrier(), 'both', patience)).toMatchObject({ pushed: 3 })
  expect(waits.length).toBeGreaterThan(0)
  const wrong = []
  for (let n = 0; n < 31; n += 1) wrong.push((await asked(`wrong-${n}`))[0])
  expect(wrong).toEqual([...Array(30).fill(401), 429])
  // From there no token is looked up any more, right or wrong, until it is time.
  expect(await asked(tokens.carol)).toEqual([429, '2'])
  time += 2000
  expect(await asked(tokens.carol)).toEqual([200, null])
})

test('a body that is too large is not read, a call that is none is refused, and a page is asked for by nobody', async () => {
  const { url } = await start()
  const { project, tokens } = await projectWith({ bob: 'writer' })
  const large = 'x'.repeat(MOST_CALL_BYTES + 1)
  expect((await post(url, project, 'append', tokens.bob, large)).status).toBe(413)
  const bodies = ['', '[]', '{"expected":-1}', '{"after":"1"}', 'no json']
  for (const body of bodies) expect((await post(url, project, 'page', tokens.bob, body)).status).toBe(400)
  const statuses = [
    await post(url, project, 'drop', tokens.bob, '{}'),
    await post(url, 'not-a-project', 'head', tokens.bob, '{}'),
    await fetch(`${url}/`),
    await post(url, project, 'head', tokens.bob, '{}', { origin: 'https://evil.example' }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 404, 403])
})

test('a token comes over TLS alone: by a proxy that says so, or from this machine', async () => {
  const gateway = openGateway(database.urlOf('gate'))
  onTestFinished(() => gateway.close())
  await expect(startTeamServer({ ...AS_USUAL, gateway, host: '0.0.0.0' })).rejects.toMatchObject({
    code: 'invalid_value',
    fix: expect.arrayContaining(['varve serve --team --host 0.0.0.0 --trust-proxy']),
  })
  const { url } = await start({ trustProxy: true })
  const { project, tokens } = await projectWith({ bob: 'writer' })
  const statusOver = async (proto: string | undefined) => {
    const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto }
    return (await post(url, project, 'head', tokens.bob, '{}', headers)).status
  }
  const statuses = []
  for (const proto of [undefined, 'http', 'https, http', 'https']) statuses.push(await statusOver(proto))
  expect(statuses).toEqual([403, 403, 403, 200])
})

test('what is wrong behind the server is told to its log, and not to who asks', async () => {
  const behind = openGateway('postgresql://gate:pw@127.0.0.1:1/behind')
  onTestFinished(() => behind.close())
  const failures = [
    behind.holder,
    async () => {
      throw new VarveError('team_missing', '127.0.0.1:1/behind has no schema of Varve’s')
    },
    async () => {
      throw new TypeError('behind: no such thing')
    },
  ]
  const told: unknown[] = []
  for (const holder of failures) {
    const { url } = await start({ holder })
    const answer = await post(url, randomUUID(), 'head', 'a-token', '{}')
    const text = await answer.text()
    expect(text).not.toMatch(/127\.0\.0\.1|\/behind|behind:/)
    expect(said.at(-1)).toMatch(/^team: head: .*behind/)
    told.push([answer.status, JSON.parse(text).error.type])
  }
  expect(told).toEqual([
    [503, 'team_unreachable'],
    [409, 'team_missing'],
    [500, 'internal'],
  ])
})

test('a server that finds its port taken leaves nothing open', async () => {
  const { url } = await start()
  const gateway = openGateway(database.urlOf('gate'))
  let isClosed = false
  const close = async () => {
    await gateway.close()
    isClosed = true
  }
  const port = Number(new URL(url).port)
  await expect(serveTeam({ ...AS_USUAL, gateway: { ...gateway, close }, port })).rejects.toMatchObject({
    code: 'busy',
  })
  expect(isClosed).toBe(true)
})

test('a body without a length that goes on and on is cut off', async () => {
  const { url } = await start()
  const { project, tokens } = await projectWith({ bob: 'writer' })
  const piece = new TextEncoder().encode('x'.repeat(1024 * 1024))
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += piece.length
      controller.enqueue(piece)
    },
  })
  const answer = await post(url, project, 'append', tokens.bob, endless).catch(() => undefined)
  expect([undefined, 413]).toContain(answer?.status)
  expect(sent).toBeLessThan(4 * MOST_CALL_BYTES)
  expect((await post(url, project, 'head', tokens.bob, '{}')).status).toBe(200)
})

test('a forged score comes in by no row: it is computed from the axes, which have their bounds [BR-65]', async () => {
  const { url } = await start()
  const { project, tokens } = await projectWith({ bob: 'writer' })
  const row = {
    id: 'e1',
    branch: null,
    scope: 'project',
    content: 'Text',
    status: 'promoted',
    recurrence_count: 1,
    impact_score: 1,
    specificity_score: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  }
  const put = (rest: object) =>
    post(
      url,
      project,
      'append',
      tokens.bob,
      JSON.stringify({ expected: 0, records: [], rows: [{ ...row, ...rest }], gone: [] }),
    )
  for (const forged of [
    { score: 9.9 },
    { impact_score: 10.1 },
    { impact_score: 0.9 },
    { status: 'discarded' },
    // What no column takes.
    { created_at: 'soon' },
    { updated_at: '0000-01-01T00:00:00.000Z' },
    { content: 'a NUL \0' },
    { recurrence_count: 3_000_000_000 },
  ])
    expect((await put(forged)).status).toBe(400)
  expect((await put({})).status).toBe(200)
  const rows = await database.admin.rows('select score from varve.memory_entries where project_id = $1', [
    project,
  ])
  expect(rows).toEqual([{ score: '1.66' }])
  const team = open(url, project, tokens.bob)
  expect(await (await team.carrier()).projection()).toEqual([row])
})

test('a server that answers with less than its head says takes nothing away, and is not believed [BR-64]', async () => {
  const project = randomUUID()
  const record: JournalRecord = buildRecord(1, [buildAdd('e1', 'Text')], { project })
  const told = { at: 1, author: 'bob', id: record.id, digest: record.hash, value: record }
  let pages: readonly object[] = []
  const liar = createServer((request, response) => {
    const name = request.url?.split('/').at(-1)
    const result = name === 'server' ? { remote: 'pg:liar' } : name === 'head' ? 3 : pages
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ result }))
  })
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void liar.close())
  const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
  const store = replica(project, 'b')
  for (const answer of [[], [told], [told, { ...told, at: 3 }], [{ ...told, at: 2 }]]) {
    pages = answer
    await expect(sync(store, url, 'token')).rejects.toMatchObject({
      code: 'team_unreachable',
      message: /has 3 records and sent others .*; nothing was taken away/,
    })
    expect(store.size().entries).toBeGreaterThanOrEqual(3)
  }
  // Nothing of its own was given up for sent.
  expect(store.uncarried('pg:liar').length).toBeGreaterThanOrEqual(3)
})

test('a connection that is cut anywhere loses no record and doubles none', async () => {
  const server = await start()
  const { project, tokens } = await projectWith({ bob: 'writer' })
  const target = new URL(server.url)
  const store = replica(project, 'b', 300)
  const link = await faultyLink({ host: target.hostname, port: Number(target.port) })
  const url = `http://127.0.0.1:${link.port}`
  for (const [fault, bytes] of [
    ['cutAfter', 200],
    ['cutAfter', 20_000],
    ['cutAnswersAfter', 300],
    ['cutAnswersAfter', 700],
    ['cutAnswersAfter', 1100],
  ] as const) {
    link.begin({ [fault]: bytes })
    await sync(store, url, tokens.bob).catch((error: unknown) => {
      expect(VarveError.isInstance(error) && error.code).toBe('team_unreachable')
    })
  }
  link.begin({})
  await sync(store, url, tokens.bob)
  const rows = await database.admin.rows<{ seq: string; plan_id: string }>(
    'select seq, plan_id from varve.journal where project_id = $1 order by seq',
    [project],
  )
  expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_, n) => n + 1))
  expect(rows.map(({ plan_id }) => plan_id)).toEqual(idsOf(store))
})

test('a person who is let in by a token alone is no member without a way in, and a gateway no back door', async () => {
  const { project } = await projectWith({ bob: 'writer' })
  await alice.rows('select varve.set_member($1, $2, $3)', [project, 'zoe', 'reader'])
  // A token that has ended lets nobody in.
  await alice.rows(`select varve.issue_token($1, 'zoe', 'old', '', $2, now() - interval '1 day')`, [
    project,
    tokenDigest(newToken()),
  ])
  const { openTeam } = await import('@varve/store-postgres')
  const team = await openTeam(database.urlOf('alice'), project)
  expect(await team.administration.membersWithoutRole()).toEqual(['zoe'])
  const roles = await team.administration.loginRoles()
  expect([roles.includes(roleName('alice')), roles.includes(roleName('gate'))]).toEqual([true, false])
  await team.close()
  // Only a gateway's login may say for whom it asks, and only it may look a token up.
  await alice.rows(`select set_config('request.jwt.claims', '{"sub":"bob"}', false)`)
  expect(await alice.rows('select varve.uid() as user')).toEqual([{ user: roleName('alice') }])
  await alice.rows(`select set_config('request.jwt.claims', '', false)`)
  await expect(
    alice.rows('select varve.token_holder($1, $2)', [project, '0'.repeat(64)]),
  ).rejects.toMatchObject({
    code: 'team_refused',
  })
  await expect(alice.rows('select sha256 from varve.token')).rejects.toMatchObject({ code: 'team_refused' })
})

test('health and counts are told to whoever asks, and name nobody; the log has no token', async () => {
  const { url } = await start()
  const { project, tokens } = await projectWith({ bob: 'writer' })
  await sync(replica(project, 'b'), url, tokens.bob)
  await sync(createMemoryStore({ project, client: 'c'.repeat(16) }), url, tokens.bob)
  await post(url, project, 'head', 'a-wrong-token', '{}')
  const health = await fetch(`${url}/healthz`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toContain('varve_team_requests_total{call="append",status="200"} 1\n')
  expect(metrics).toContain('varve_team_requests_total{call="head",status="401"} 1\n')
  expect(metrics).toContain('varve_team_records_appended_total 3\n')
  expect(metrics).toContain('varve_team_records_sent_total 3\n')
  for (const line of metrics.trim().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) .+|[a-z_]+(?:\{.+\})? [\d.e-]+)$/)
  for (const secret of [project, 'bob', ...given]) expect(metrics + said.join('')).not.toContain(secret)
})

test('a token goes to its own server over TLS alone', () => {
  const project = randomUUID()
  const refused = (url: string, token?: string) => {
    try {
      open(url, project, token)
      return undefined
    } catch (error) {
      return VarveError.isInstance(error) ? [error.code, error.message.includes('s3cret')] : error
    }
  }
  expect(refused('http://team.example', 's3cret')).toEqual(['invalid_value', false])
  expect(refused('https://bob:s3cret@team.example', 'x')).toEqual(['invalid_value', false])
  expect(refused('https://team.example')).toEqual(['team_missing', false])
  expect(refused('https://team.example', 's3cret')).toBe(undefined)
})

test('a login that is no gateway’s serves nobody: it would act for everybody as itself', async () => {
  for (const url of [database.url, database.urlOf('alice')]) {
    const gateway = openGateway(url)
    onTestFinished(() => gateway.close())
    const refused = expect.objectContaining({ code: 'team_refused' })
    await expect(gateway.check()).rejects.toEqual(refused)
    await expect(gateway.as(randomUUID(), 'bob', async () => 'let in')).rejects.toEqual(refused)
  }
})

test('what a member asks for is done in one transaction, with their name in it alone', async () => {
  const { project } = await projectWith({ bob: 'writer' })
  const gateway = openGateway(database.urlOf('gate'))
  onTestFinished(() => gateway.close())
  const [first, second] = [1, 2].map((n) => buildRecord(n, [buildAdd(`e${n}`, 'Text')], { project }))
  if (first === undefined || second === undefined) throw new Error('no records')
  const none = { rows: [], gone: [] }
  const head = () => gateway.as(project, 'bob', ({ journal }) => journal.head())
  const failing = gateway.as(project, 'bob', async ({ journal }) => {
    expect(await journal.append(0, [first], none)).toBe(1)
    throw new VarveError('not_found', 'nothing of it counts')
  })
  await expect(failing).rejects.toMatchObject({ code: 'not_found' })
  expect(await head()).toBe(0)
  // Who comes too late is told so, and what they did before and do then counts.
  const late = await gateway.as(project, 'bob', async ({ journal }) => [
    await journal.append(0, [first], none),
    await journal.append(0, [second], none),
    await journal.append(1, [second], none),
  ])
  expect([late, await head()]).toEqual([[1, undefined, 2], 2])
})
