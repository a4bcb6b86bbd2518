import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it, test } from 'vitest'
import type { WebServer } from '../../src/http/start-web-server.ts'
import { startServer } from '../../src/mcp/http/serve-http.ts'
import { loadOperation } from '../../src/mcp/load-operation.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import type { ToolProfile } from '../../src/operations/tool-profiles.ts'
import { addCheckoutNotes, GOOD_DIGEST } from '../checkout-notes.ts'
import { type Reply, TestServer } from './open-server.ts'

const token = 'a-token-that-is-long-enough'
let there: TestServer
let web: WebServer | undefined
afterEach(async () => {
  await web?.close()
  web = undefined
  there.close()
})

function openEmpty(profile: ToolProfile, config: object): TestServer {
  there = new TestServer({ profile })
  mkdirSync(join(there.project, '.varve'))
  writeFileSync(join(there.project, '.varve/config.json'), JSON.stringify(config))
  return there
}

/** A server over notes that a run would put under one digest. */
function open(profile: ToolProfile = 'default', config: object = {}): TestServer {
  openEmpty(profile, config)
  const memory = there.open()
  addCheckoutNotes(memory.context.writing())
  memory.close()
  return there
}

const message = (text: string, more: object = {}) => ({
  role: 'assistant',
  content: { type: 'text', text },
  model: 'fake',
  stopReason: 'endTurn',
  ...more,
})

const RUN = { scope: 'all', use_llm: true, no_sweep: true }
/** How many records the memory has: each run writes one. */
const records = () => {
  const { context, close } = there.open()
  const count = context.reading().size().records
  close()
  return count
}

describe('a client that can sample', () => {
  interface Case {
    readonly name: string
    readonly answer?: object
    readonly error?: object
    readonly sampling: object
    readonly text: string
  }
  const declined = (reason: string) => ({
    applied: false,
    upgraded: 0,
    declined: 1,
    decline_reasons: [reason],
  })
  const cases: readonly Case[] = [
    {
      name: 'answers',
      answer: message(JSON.stringify({ text: GOOD_DIGEST })),
      sampling: { applied: true, upgraded: 1, declined: 0 },
      text: GOOD_DIGEST,
    },
    {
      name: 'refuses',
      error: { code: -1, message: 'User rejected sampling request' },
      sampling: declined('refused'),
      text: '- 2026-01-05: ',
    },
    { name: 'never answers', sampling: declined('timeout'), text: '- 2026-01-05: ' },
    {
      name: 'answers with an invented path',
      answer: message(`${GOOD_DIGEST} See config/other.ts.`),
      sampling: declined('G08 path:config/other.ts'),
      text: '- 2026-01-05: ',
    },
    {
      name: 'answers with what is no message',
      answer: { role: 'user', content: 'x' },
      sampling: { applied: false, declined: 1 },
      text: '- 2026-01-05: ',
    },
  ]

  it.each(cases)(
    'and $name: the store is written once, after that [BR-21] [LK-47]',
    async ({ name, answer, error, sampling, text }) => {
      open('default', { consolidate: { llm: { timeoutSecs: 1 } } })
      const before = records()
      const asked: Reply[] = []
      there.onRequest = (request) => {
        if (request.method !== 'sampling/createMessage') return
        asked.push(request)
        expect(records(), 'nothing is written while it is asked').toBe(before)
        const { id } = request
        if (answer !== undefined) there.write({ jsonrpc: '2.0', id, result: answer })
        if (error !== undefined) there.write({ jsonrpc: '2.0', id, error })
      }
      await there.start({ sampling: {} })
      const data = await there.data<{ clusterDetails: { text: string }[] }>('varve_consolidate', RUN)
      expect(asked, name).toHaveLength(1)
      expect(asked[0]?.params).toMatchObject({ maxTokens: 400, temperature: 0.2, includeContext: 'none' })
      expect(data).toMatchObject({ sampling })
      expect(data.clusterDetails[0]?.text).toContain(text)
      expect(records()).toBe(before + 1)
    },
  )

  it('is asked for nothing that it did not declare, and the rules write [LK-49] [AG-20]', async () => {
    open()
    const asked: Reply[] = []
    there.onRequest = (request) => asked.push(request)
    await there.start({})
    const { sampling } = await there.data('varve_consolidate', RUN)
    expect(sampling).toMatchObject({ applied: false, reason: 'off' })
    expect(asked.filter(({ id }) => id !== undefined)).toEqual([])
  })

  it('holds up nobody else while it thinks, and goes on with the memory that it had, though another was opened since', async () => {
    open('full')
    const asked = Promise.withResolvers<Reply>()
    there.onRequest = (request) => {
      if (request.method === 'sampling/createMessage') asked.resolve(request)
    }
    await there.start({ sampling: {} })
    const run = there.call('varve_consolidate', RUN)
    const { id } = await asked.promise
    const before = await there.data<{ count: number }>('varve_list', {})
    // What the settings say has changed: the next call opens the memory anew.
    mkdirSync(join(there.project, '.varve'), { recursive: true })
    writeFileSync(
      join(there.project, '.varve/config.json'),
      JSON.stringify({ memory: { counter: 'chars4' } }),
    )
    await there.data('varve_add', { text: 'The gateway listens on port 4180.' })
    await there.data('varve_list', {})
    there.write({ jsonrpc: '2.0', id, result: message(JSON.stringify({ text: GOOD_DIGEST })) })
    const { result } = await run
    expect(result?.isError ?? false, JSON.stringify(result?.content)).toBe(false)
    expect(result?.structuredContent).toMatchObject({ sampling: { applied: true, upgraded: 1 } })
    const after = await there.data<{ count: number }>('varve_list', {})
    expect(after.count).toBeLessThan(before.count + 1)
    expect((await there.data<{ total: number }>('varve_search', { query: 'gateway' })).total).toBe(1)
  })

  it('answers in the later era by making its call again', async () => {
    open()
    web = await startServer(there.host, { profile: 'default', token, host: '127.0.0.1', port: 0 })
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { sampling: {} } },
    )
    let asked = 0
    client.setRequestHandler('sampling/createMessage', () => {
      asked += 1
      return {
        role: 'assistant' as const,
        content: { type: 'text' as const, text: GOOD_DIGEST },
        model: 'fake',
      }
    })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', web.url), { requestInit }))
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    const { structuredContent } = await client.callTool({ name: 'varve_consolidate', arguments: RUN })
    expect(structuredContent).toMatchObject({ sampling: { applied: true, upgraded: 1 } })
    expect(asked).toBe(1)
    await client.close()
  })

  it('is the model of a compaction and of a check too, where the project lets models be asked [LS-25]', async () => {
    openEmpty('leanspec', { memory: { compaction: { llmAssisted: true, llmProvider: 'sampling' } } })
    writeFileSync(join(there.project, 'deploy.sh'), 'npm ci\nnpm run build\n')
    const questions: string[] = []
    const text = 'The package manager is pnpm; npm is never used.'
    there.onRequest = ({ id, params }) => {
      const asked = JSON.stringify(params)
      questions.push(asked)
      const groups = [{ ids: ['e1', 'e2'], text, dropped: [] }]
      const answer = asked.includes('never used') ? { groups } : { verdicts: [] }
      there.write({ jsonrpc: '2.0', id, result: message(JSON.stringify(answer)) })
    }
    await there.start({ sampling: {} })
    for (const content of ['The package manager is pnpm, and npm is never used.', text]) {
      await there.data('memory_write', { content, category: 'conventions' })
    }
    const compacted = await there.data('memory_compact', { llm: true, only: 'dedup' })
    expect(compacted).toMatchObject({ stage2: { provider: 'sampling', status: 'ok' } })
    expect(questions.some((asked) => asked.includes('never used'))).toBe(true)
    expect(await there.data('varve_work', { action: 'next', mode: 'compact' })).toMatchObject({ task: null })
    await there.data('memory_write', {
      content: 'deploy.sh runs the database migration first.',
      refs: ['deploy.sh'],
    })
    expect(await there.data('memory_check_stale', { llm: true })).toMatchObject({
      llm: { provider: 'sampling', status: 'ok' },
    })
  })
})

test('a user is asked before all that nobody asks for is buried, where the client can ask and the call wants it', async () => {
  for (const [confirm, isBuried] of [
    [true, true],
    [false, false],
  ] as const) {
    open('linksee', { consolidate: { buryRisk: 1, buryMinAgeDays: 0 } })
    const asked: Reply[] = []
    there.onRequest = (request) => {
      if (request.method !== 'elicitation/create') return
      asked.push(request)
      there.write({ jsonrpc: '2.0', id: request.id, result: { action: 'accept', content: { confirm } } })
    }
    await there.start({ elicitation: {} })
    const before = records()
    const { result } = await there.call('forget', { interactive: true, yes: true })
    expect(asked).toHaveLength(1)
    expect(JSON.stringify(asked[0]?.params)).toContain('buried')
    expect(result?.isError ?? false).toBe(!isBuried)
    expect(records()).toBe(before + (isBuried ? 1 : 0))
    there.close()
  }
  open('linksee')
})

describe('an entry that is to be forgotten, where the call wants the user asked', () => {
  const TEXT = 'The cache lies under /var/cache/acme.'
  const remember = () =>
    there.data<{ id: string }>('remember', {
      entity_name: 'cache',
      entity_kind: 'concept',
      layer: 'implementation',
      content: TEXT,
    })
  const found = async () => (await there.data<{ total: number }>('recall', { query: 'cache' })).total
  const answering = (confirm: boolean, first = async () => {}) => {
    const asked: Reply[] = []
    there.onRequest = async (request) => {
      if (request.method !== 'elicitation/create') return
      asked.push(request)
      if (asked.length === 1) await first()
      there.write({ jsonrpc: '2.0', id: request.id, result: { action: 'accept', content: { confirm } } })
    }
    return asked
  }

  it.each([
    [true, 0],
    [false, 1],
  ])('is shown, and buried after a yes alone: %s', async (confirm, left) => {
    await openEmpty('linksee', {}).start({ elicitation: {} })
    const { id } = await remember()
    const asked = answering(confirm)
    await there.data('forget', { memory_id: id, interactive: true, dry_run: true })
    expect(asked).toEqual([])
    const { result } = await there.call('forget', { memory_id: id, interactive: true })
    expect(asked.map(({ params }) => params?.message)).toEqual([`Bury ${id}?\n${TEXT}\n`])
    expect([result?.isError ?? false, await found()]).toEqual([!confirm, left])
  })

  it('is shown again where it was changed meanwhile', async () => {
    await openEmpty('linksee', {}).start({ elicitation: {} })
    const { id } = await remember()
    const asked = answering(true, async () => {
      const other = there.open()
      await runOperation(await loadOperation('edit'), { id, text: 'The cache is cold.' }, () => other.context)
      other.close()
    })
    await there.data('forget', { memory_id: id, interactive: true })
    expect(asked.map(({ params }) => String(params?.message).split('\n')[1])).toEqual([
      TEXT,
      'The cache is cold.',
    ])
  })

  it('stays where the client has no way to ask, and so does all else; a dry run shows what would go', async () => {
    await openEmpty('linksee', { consolidate: { buryRisk: 1, buryMinAgeDays: 0 } }).start({})
    const { id } = await remember()
    const before = records()
    for (const given of [{ memory_id: id }, {}]) {
      const { result } = await there.call('forget', { ...given, interactive: true })
      expect(result?.isError).toBe(true)
      expect(result?.content?.[0]?.text).toContain('no way to ask its user; nothing was changed')
      expect(await there.data('forget', { ...given, interactive: true, dry_run: true })).toBeDefined()
    }
    expect(records()).toBe(before)
  })
})
