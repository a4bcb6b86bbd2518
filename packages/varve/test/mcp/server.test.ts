import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { est1, recordFileName, renderRecordFile } from '@varve/core'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { loadOperation } from '../../src/mcp/load-operation.ts'
import { toolsOf } from '../../src/mcp/tools/profiles.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { OPERATIONS } from '../../src/operations/table.ts'
import { type Reply, TestServer } from './open-server.ts'

let server: TestServer | undefined
const open = (...options: ConstructorParameters<typeof TestServer>): TestServer => {
  server = new TestServer(...options)
  return server
}
afterEach(() => server?.close())

interface Found {
  readonly total: number
  readonly items: readonly { readonly id: string; readonly text: string; readonly via?: string }[]
}

describe('a server of tools', () => {
  it('remembers, finds, compacts, digests, reviews and takes back, with no step that needs a command', async () => {
    const there = await open().start()
    const install = await there.data<{ id: string }>('varve_add', {
      text: 'Use pnpm 9 to install.',
      tags: ['tooling'],
    })
    const cache = await there.data<{ id: string }>('varve_add', {
      text: 'CI caches the pnpm store.',
      tags: 'tooling',
    })
    const digest = await there.data<{ id: string }>('varve_add', {
      title: 'Install tooling',
      text: 'Use pnpm 9 to install; CI caches the pnpm store.',
      type: 'digest',
    })
    const applying = { action: 'apply', id: digest.id, notes: [install.id, cache.id] }
    expect(await there.data('varve_compact', { ...applying, dry_run: true })).toMatchObject({ plan_id: null })
    await there.data('varve_compact', applying)
    const found = await there.data<Found>('varve_search', { query: 'pnpm store' })
    expect(found.items).toMatchObject([{ id: digest.id, via: cache.id }])
    expect(await there.text('varve_compact', { action: 'show', id: digest.id })).toContain('CI caches')
    await there.data('varve_compact', { action: 'undo' })
    const apart = await there.data<Found>('varve_search', { query: 'pnpm store' })
    expect(apart.items.map(({ id }) => id)).toContain(cache.id)

    await there.data('varve_add', { text: 'The API listens on port 3000.', key: 'api port' })
    await there.data('varve_add', { text: 'The API listens on port 3001.', key: 'api port' })
    const { items } = await there.data<{ items: { id: string; subjects: string[] }[] }>('varve_compact', {
      action: 'review',
    })
    const winner = items[0]?.subjects[1]
    await there.data('varve_compact', { action: 'review_supersede', id: items[0]?.id, winner })
    expect(await there.data('varve_compact', { action: 'review' })).toMatchObject({ items: [] })
    expect(await there.data('varve_compact', { action: 'run' })).toMatchObject({ dry_run: false })
    expect(await there.text('varve_context', { query: 'pnpm' })).toContain('CI caches the pnpm store.')
  })

  it('gives the very data that commands give for equal arguments [QP-65]', async () => {
    const there = await open({ profile: 'full' }).start()
    const { id } = await there.data<{ id: string }>('varve_add', {
      text: 'Use pnpm, never npm.',
      category: 'conventions',
    })
    const calls: readonly (readonly [tool: string, given: object, operation: string, raw: object])[] = [
      ['varve_search', { query: 'pnpm' }, 'search', { text: ['pnpm'] }],
      ['varve_show', { id, history: true }, 'show', { id, history: true }],
      ['varve_context', { query: 'pnpm', max_tokens: 300 }, 'context', { query: 'pnpm', maxTokens: 300 }],
      ['varve_tree', { id }, 'tree', { id }],
      ['varve_path', { from: id, to: id }, 'path', { from: id, to: id }],
      ['varve_compact', { action: 'log' }, 'log', {}],
      ['varve_compact', { action: 'review' }, 'review', {}],
      ['varve_compact', { action: 'status', id }, 'compact status', { id }],
      ['varve_compact', { action: 'suggest' }, 'compact suggest', {}],
      ['varve_compact', { action: 'guide' }, 'compact guide', {}],
      ['varve_compact', { action: 'run', dry_run: true }, 'compact', { dryRun: true }],
      ['memory_list', { category: 'conventions' }, 'list', { category: 'conventions' }],
      ['varve_work', { action: 'next' }, 'work next', {}],
    ]
    for (const [tool, given, operation, raw] of calls) {
      const other = there.open()
      const expected = await runOperation(await loadOperation(operation), { ...raw }, () => other.context)
      const json = JSON.parse(JSON.stringify(expected.json))
      other.close()
      // How relevant an entry is falls with its age from one look to the next, and each look is counted.
      const strip = (data: unknown) =>
        JSON.parse(JSON.stringify(data, (key, value) => (key === 'relevance' || key === 'usage' ? 0 : value)))
      expect(strip(await there.data(tool, given)), `${tool} ${JSON.stringify(given)}`).toEqual(strip(json))
    }
  })

  it('tells an error as commands do, and what it left alone', async () => {
    const there = await open().start()
    const { result } = await there.call('varve_show', { id: 'ffffffff' })
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 3, type: 'not_found', subjects: ['ffffffff'] } },
    })
    expect(await there.text('varve_add', { text: 'Use pnpm.', colour: 'red' })).toContain(
      'no argument colour',
    )
    const { error } = await there.request('tools/call', { name: 'nothing', arguments: {} })
    expect(error?.code).toBe(-32602)
    expect((await there.call('varve_compact', { action: 'applie' })).result?.structuredContent).toMatchObject(
      {
        error: { type: 'invalid_value', fix: ['varve_compact {"action":"apply"}'] },
      },
    )
  })

  it('sees at once what another process wrote, and another branch', async () => {
    const there = await open().start()
    expect(await there.data('varve_search', { query: 'pnpm' })).toMatchObject({ total: 0 })
    const other = there.open()
    await runOperation(await loadOperation('add'), { text: 'Use pnpm.' }, () => other.context)
    expect(await there.data('varve_search', { query: 'pnpm' })).toMatchObject({ total: 1 })
    await there.data('varve_add', { text: 'Run the tests with pnpm test.' })
    const listed = await runOperation(await loadOperation('list'), {}, () => other.context)
    expect(listed.json).toMatchObject({ count: 2 })
    other.close()
    mkdirSync(join(there.project, '.varve'), { recursive: true })
    writeFileSync(join(there.project, '.varve/config.json'), '{"memory":')
    expect((await there.call('varve_search', { query: 'pnpm' })).result?.structuredContent).toMatchObject({
      error: { type: 'config_invalid' },
    })
    const { error } = await there.request('resources/read', { uri: 'varve://index' })
    expect(error).toMatchObject({ code: -32602, data: { error: { type: 'config_invalid' } } })
    expect(error?.message).toContain('try: ')
  })

  it('works on the branch that is checked out as a call comes', async () => {
    const there = open()
    const git = (...args: string[]) => execFileSync('git', args, { cwd: there.project, stdio: 'ignore' })
    git('init', '--initial-branch=main')
    await there.start()
    const total = async () => (await there.data<Found>('varve_search', { query: 'mill' })).total
    await there.data('varve_add', { text: 'The mill of the branch.', scope: 'branch:feat' })
    expect(await total()).toBe(0)
    git('symbolic-ref', 'HEAD', 'refs/heads/feat')
    expect(await total()).toBe(1)
    git('symbolic-ref', 'HEAD', 'refs/heads/main')
    expect(await total()).toBe(0)
  })

  it('tells what is worth knowing with the call that it came up in, and with no other', async () => {
    const there = open()
    const other = there.open()
    await runOperation(await loadOperation('add'), { text: 'Learned in a sandbox.' }, () => other.context)
    const memory = other.context.reading()
    const [{ id } = expect.fail()] = memory.records({})
    const record = memory.record(id)
    const { outboxDir } = other.context.place
    other.close()
    rmSync(there.env.VARVE_HOME ?? '', { recursive: true })
    if (record === undefined) expect.fail()
    mkdirSync(outboxDir, { recursive: true })
    writeFileSync(join(outboxDir, recordFileName(record)), renderRecordFile(record))
    await there.start()
    expect(await there.text('varve_search', { query: 'sandbox' })).toContain('[outbox_taken]')
    expect(await there.text('varve_search', { query: 'sandbox' })).not.toContain('[outbox')
  })

  it('takes a call back that had not begun, and leaves it unanswered [RS-51]', async () => {
    const there = await open().start()
    const replies = [1, 2, 3].map((n) =>
      there.request('tools/call', { name: 'varve_add', arguments: { text: `Fact ${n}.` } }, `c${n}`),
    )
    there.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c2' } })
    await Promise.all([replies[0], replies[2]])
    expect(await there.data('varve_search', { query: 'fact' })).toMatchObject({ total: 2 })
    expect(there.lines.some((line) => line.includes('"c2"'))).toBe(false)
  })

  it('asks for roots only where they were declared, and works in the one that there is [AG-20]', async () => {
    const silent = await open().start()
    const asked: Reply[] = []
    silent.onRequest = (message) => asked.push(message)
    await silent.data('varve_add', { text: 'Here.' })
    expect(asked).toEqual([])
    silent.close()

    // One that never answers, and one that answers with something else.
    for (const answer of [undefined, { roots: [{ uri: 5 }] }]) {
      const odd = open()
      odd.onRequest = ({ id }) => answer && odd.write({ jsonrpc: '2.0', id, result: answer })
      await odd.start({ roots: {} })
      await odd.data('varve_add', { text: 'Here.' })
      const listed = await runOperation(await loadOperation('list'), {}, () => odd.open().context)
      expect(listed.json).toMatchObject({ count: 1 })
      odd.close()
    }

    const there = open()
    const elsewhere = join(there.folder, 'elsewhere')
    mkdirSync(elsewhere)
    there.onRequest = ({ id, method }) => {
      if (method !== 'roots/list') throw new Error(`asked for ${method}`)
      there.write({ jsonrpc: '2.0', id, result: { roots: [{ uri: pathToFileURL(elsewhere).href }] } })
    }
    await there.start({ roots: { listChanged: true } })
    await there.data('varve_add', { text: 'There.' })
    const other = there.open(elsewhere)
    const listed = await runOperation(await loadOperation('list'), {}, () => other.context)
    other.close()
    expect(listed.json).toMatchObject({ count: 1 })
  })

  it('finds its project in the environment, then in the roots, then where it was started; of several it asks [AG-21]', async () => {
    const there = open()
    const [one = '', two = ''] = ['one', 'two'].map((name) => {
      mkdirSync(join(there.folder, name))
      return join(there.folder, name)
    })
    there.onRequest = ({ id }) =>
      there.write({
        jsonrpc: '2.0',
        id,
        result: { roots: [one, two].map((path) => ({ uri: pathToFileURL(path).href })) },
      })
    await there.start({ roots: {} })
    const { result } = await there.call('varve_add', { text: 'Where?' })
    expect(result?.structuredContent).toMatchObject({
      error: { type: 'project_ambiguous', subjects: [one, two] },
    })
    expect(result?.content?.[0]?.text).toContain(`call it again with project ${JSON.stringify(one)}`)
    await there.data('varve_add', { text: 'In one.', project: one })
    expect(await there.data('varve_search', { query: 'one', project: one })).toMatchObject({ total: 1 })
    expect(await there.data('varve_search', { query: 'one', project: two })).toMatchObject({ total: 0 })
    const listed = (await there.request('resources/list')).result as unknown as {
      resources: readonly { uri: string }[]
    }
    const resources = listed.resources.filter(({ uri }) => uri.startsWith('varve:'))
    const [known = '', empty = ''] = await Promise.all(
      resources.map(async ({ uri }) => JSON.stringify(await there.request('resources/read', { uri }))),
    )
    expect(known).toContain('In one.')
    expect(empty).toContain('"contents"')
    expect(empty).not.toContain('In one.')
    expect(await there.request('resources/read', { uri: 'varve://index' })).toMatchObject({
      error: {
        data: {
          error: { type: 'project_ambiguous', fix: resources.map(({ uri }) => `read ${uri}`) },
        },
      },
    })
    there.close()

    const slashed = open()
    slashed.onRequest = ({ id }) =>
      slashed.write({
        jsonrpc: '2.0',
        id,
        result: { roots: [{ uri: `${pathToFileURL(slashed.project)}/` }] },
      })
    await slashed.start({ roots: {} })
    for (const project of [slashed.project, `${slashed.project}/`]) {
      await slashed.data('varve_add', { text: 'With a slash.', project })
    }
    slashed.close()

    for (const name of ['CLAUDE_PROJECT_DIR', 'CURSOR_PROJECT_DIR', 'GEMINI_PROJECT_DIR']) {
      const named = open()
      named.onRequest = () => expect.unreachable('the environment says it')
      const folder = join(named.folder, 'named')
      mkdirSync(folder)
      const again = new TestServer({ env: { ...named.env, [name]: folder } })
      await again.start({ roots: {} })
      await again.data('varve_add', { text: 'Named.' })
      const listed = await runOperation(await loadOperation('list'), {}, () => again.open(folder).context)
      expect(listed.json).toMatchObject({ count: 1 })
      again.close()
      named.close()
    }
  })

  it('gives a long answer in parts, each with a cursor to the next [AG-18]', async () => {
    const there = await open({ profile: 'full' }).start()
    const words = Array.from({ length: 6000 }, (_, n) => `word${n} 端口`).join(' ')
    const { id } = await there.data<{ id: string }>('varve_add', { text: words, allow_large: true })
    let text = ''
    let cursor: string | undefined
    do {
      const { result } = await there.call('varve_show', { id, ...(cursor && { cursor }) })
      const [page, note] = result?.content ?? []
      text += page?.text
      expect(est1.count(JSON.stringify(result))).toBeLessThanOrEqual(20_000)
      cursor = /cursor (\S+)/.exec(note?.text ?? '')?.[1]
      expect(result?.structuredContent).toMatchObject({ truncated: true, cursor: cursor ?? null })
    } while (cursor)
    expect(text).toContain(words)
  })

  it('runs nothing again for a further part of an answer', async () => {
    const there = await open({ profile: 'full' }).start()
    const words = Array.from({ length: 6000 }, (_, n) => `word${n} 端口`).join(' ')
    const { id } = await there.data<{ id: string }>('varve_add', { text: words, allow_large: true })
    const { result } = await there.call('varve_show', { id })
    const cursor = /cursor (\S+)/.exec(result?.content?.[1]?.text ?? '')?.[1]
    await there.data('varve_edit', { id, text: 'Something else.' })
    const part = await there.call('varve_show', { id, cursor })
    expect(part.result?.content?.[0]?.text).toContain('word1000 ')
    const records = async () => (await there.data<{ records: number }>('varve_status', {})).records
    const before = await records()
    const again = await there.call('varve_add', { text: 'Not twice.', cursor: '5.0badc0de' })
    expect(again.result).toMatchObject({
      isError: true,
      structuredContent: { error: { type: 'stale_plan' } },
    })
    expect(await records()).toBe(before)
  })

  it('answers with text of entries for the most part: 60 % of the bytes at least, where entries are found or listed', async () => {
    const there = await open({ profile: 'full' }).start()
    const said = Array.from(
      { length: 60 },
      (_, n) => `The mill of service ${n} grinds ${n * 7} sacks an hour, and stops for cleaning on day ${n}.`,
    )
    for (const text of said) await there.data('varve_add', { text, category: 'operations' })
    const tools = [
      ['varve_search', { query: 'mill sacks', limit: 50 }],
      ['varve_recall', { text: 'mill sacks' }],
      ['memory_list', {}],
    ] as const
    for (const [tool, given] of tools) {
      const text = await there.text(tool, given)
      const known = said.filter((each) => text.includes(each)).join('')
      expect(known.length / text.length, tool).toBeGreaterThan(0.6)
    }
  })

  it('tells every operation that an agent can use in the profile full, with equal data', async () => {
    const there = await open({ profile: 'full' }).start()
    const pair = { a: 'The API listens on port 3000.', b: 'The API listens on port 3001.' }
    const other = there.open()
    const expected = await runOperation(await loadOperation('guard pair'), pair, () => other.context)
    other.close()
    expect(await there.data('varve_guard_pair', pair)).toEqual(JSON.parse(JSON.stringify(expected.json)))
    const told = new Set(toolsOf('full').flatMap(({ actions }) => actions.map(([, operation]) => operation)))
    const left = OPERATIONS.map(({ name }) => name).filter((name) => !told.has(name))
    expect(left).toEqual([
      'init',
      'session prune',
      'team create',
      'team member',
      'team token',
      'fit proxy',
      'mcp',
      'ui',
      'serve',
      'install',
      'uninstall',
      'demo',
      'purge',
    ])
  })

  it('lets the index be read as a resource, as it is after the last change', async () => {
    const there = await open().start()
    const read = async () => {
      const { result } = await there.request('resources/read', { uri: 'varve://index' })
      return JSON.stringify(result)
    }
    await there.data('varve_add', { text: 'Use pnpm, never npm.', category: 'conventions' })
    expect(await read()).toContain('Use pnpm, never npm.')
    await there.data('varve_add', { text: 'CI runs on Node 24.', category: 'operations' })
    expect(await read()).toContain('CI runs on Node 24.')
    const { result } = await there.request('resources/list')
    expect(result).toMatchObject({
      resources: [{ uri: 'varve://index', mimeType: 'text/markdown' }, { uri: 'skill://varve/SKILL.md' }],
    })
    expect((await there.request('resources/read', { uri: 'varve://nothing' })).error?.code).toBe(-32602)
  })

  it('answers whatever is asked with JSON-RPC, and goes on', async () => {
    const there = await open({ profile: 'full' }).start()
    const names = [...toolsOf('default'), ...toolsOf('leanspec')].map(({ name }) => name)
    const hostile = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('</varve-context>', '\u0000', '../../etc', '$(id)', '-', 1e308),
    )
    const argumentNames = [
      'text',
      'query',
      'id',
      'action',
      'notes',
      'limit',
      'cursor',
      'project',
      'range',
      'handle',
      'raw',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.dictionary(fc.oneof(fc.constantFrom(...argumentNames), fc.string()), hostile),
        async (name, given) => {
          const reply = await there.call(name, given)
          expect(reply.result === undefined).not.toBe(reply.error === undefined)
        },
      ),
      { numRuns: 150 },
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (line) => {
        there.write(`${line.replaceAll('\n', ' ')}\n`)
      }),
    )
    expect(await there.data('varve_search', { query: 'anything' })).toBeDefined()
    for (const line of there.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })
})
