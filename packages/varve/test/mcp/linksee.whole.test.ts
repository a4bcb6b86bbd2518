import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { est1 } from '@varve/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeTools } from '../../src/mcp/describe-tools.ts'
import { loadOperation } from '../../src/mcp/load-operation.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { TestServer } from './open-server.ts'

let there: TestServer
beforeEach(async () => {
  there = await new TestServer({ profile: 'linksee' }).start()
})
afterEach(() => there.close())

const remember = (entity_name: string, content: string, more: object = {}) =>
  there.data<{ id: string; status: string }>('remember', {
    entity_name,
    entity_kind: 'project',
    layer: 'implementation',
    content,
    ...more,
  })
const recall = (given: object) =>
  there.data<{ total: number; truncated: boolean; items: { id: string; text: string; entity: string }[] }>(
    'recall',
    given,
  )

describe('the tools that users of linksee-memory know', () => {
  it('are these, with what an agent can’t do without', async () => {
    const names = (await describeTools('linksee')).map(({ name }) => name)
    expect(names).toEqual([
      'remember',
      'recall',
      'update_memory',
      'list_entities',
      'forget',
      'consolidate',
      'recall_file',
      'varve_work',
      'context_recall',
    ])
  })

  it('recall what matches the words and the entity alone; underscore and percent are themselves [LK-52]', async () => {
    await remember('checkout_api', 'The pool of connections has 20 places.')
    await remember('checkoutXapi', 'The pool of threads has 8 places.')
    await remember('checkout_api', 'Deploys happen on Tuesdays.')
    const { items } = await recall({ query: 'pool', entity_name: 'checkout_api' })
    expect(items.map(({ text }) => text)).toEqual(['The pool of connections has 20 places.'])
    expect((await recall({ query: 'pool', entity_name: 'checkout%' })).total).toBe(0)
    expect((await recall({ query: 'pool', entity_name: 'checkout_api', layer: 'caveat' })).total).toBe(0)
    expect((await recall({ query: 'pool' })).total).toBe(2)
    expect((await recall({ query: 'pool', mem_state: 'done' })).total).toBe(0)
  })

  it('keep to the tokens that were asked for, whatever the entry; a larger one comes in by an import alone [LK-53]', async () => {
    const text = 'The heron stands at the mill. '.repeat(280_000)
    const refused = await there.call('remember', {
      entity_name: 'mill',
      entity_kind: 'concept',
      layer: 'context',
      content: text.slice(0, 100_000),
    })
    expect(refused.result).toMatchObject({ isError: true, structuredContent: { error: { code: 2 } } })
    expect(refused.result?.content?.[0]?.text).toContain('65536')
    writeFileSync(join(there.project, 'mill.jsonl'), `${JSON.stringify({ id: 'mill-0001', text })}\n`)
    const other = there.open()
    await runOperation(await loadOperation('import'), { paths: ['jsonl', 'mill.jsonl'] }, () => other.context)
    other.close()
    const { result } = await there.call('recall', { query: 'heron', max_tokens: 500 })
    expect(result?.structuredContent).toMatchObject({ truncated: true, items: [{ cut: true }] })
    expect(est1.count(JSON.stringify(result?.structuredContent))).toBeLessThanOrEqual(500)
    expect(est1.count((result?.content ?? []).map((part) => part.text).join('\n'))).toBeLessThanOrEqual(500)
  })

  it('remember five times what is one thing [LK-54]', async () => {
    const said = []
    for (let n = 0; n < 5; n++) said.push(await remember('ci', 'Build failed: error TS2322.'))
    expect(said.map(({ status }) => status)).toEqual(['added', ...Array(4).fill('duplicate')])
    expect(new Set(said.map(({ id }) => id)).size).toBe(1)
  })

  it('find Chinese and other forms of a word, and answer with what was said, mostly [LK-55]', async () => {
    await remember('服务', '服务使用端口 8080，部署在两个区域，数据库使用独立的端口。')
    await remember('记忆', '记忆系统的设计不会删除任何内容，只会隐藏旧的条目。')
    await remember('ci', 'The deployments of the shop are rolled back by the release manager alone.')
    for (const query of ['端口 使用', '记忆 设计', '部署', 'deployment', 'rolling back']) {
      const { result } = await there.call('recall', { query })
      const { items } = await recall({ query })
      expect(items.length, query).toBeGreaterThan(0)
      const answer = (result?.content ?? []).map(({ text }) => text).join('\n')
      const known = items.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
      expect(known / Buffer.byteLength(answer), query).toBeGreaterThanOrEqual(0.6)
    }
  })

  it('change an entry and leave the rest of it; forget one, or what nobody asks for, and take it back', async () => {
    const { id } = await remember('ci', 'The cache is cold.', { importance: 0.7, thread_id: 't1' })
    await there.data('update_memory', { memory_id: id, content: 'The cache is warm.' })
    expect(await recall({ query: 'cache', thread_id: 't1' })).toMatchObject({
      items: [{ id, text: 'The cache is warm.', layer: 'implementation', entity: 'ci' }],
    })
    await there.data('forget', { memory_id: id })
    expect((await recall({ query: 'cache' })).total).toBe(0)
    const swept = await there.data('forget', { dry_run: true })
    expect(swept).toMatchObject({ dry_run: true, clustersCompressed: 0, memoriesDropped: 0 })
    const other = there.open()
    await runOperation(await loadOperation('undo'), {}, () => other.context)
    other.close()
    expect((await recall({ query: 'cache' })).total).toBe(1)
  })

  it('list entities, each once whatever its spelling, the liveliest first', async () => {
    for (const name of ['CockpitMCP', 'cockpit-mcp', 'Cockpit_MCP', 'Cockpit MCP']) {
      await remember(name, `The cockpit is spelled ${name.length} ${name} here.`)
    }
    await remember('ada', 'Reviews on Mondays.', { entity_kind: 'person' })
    const { items } = await there.data<{ items: { kind: string; memories: number }[] }>('list_entities')
    expect(items.map(({ kind, memories }) => [kind, memories])).toEqual([
      ['project', 4],
      ['person', 1],
    ])
    expect(await there.data('list_entities', { kind: 'person' })).toMatchObject({ total: 1 })
    expect(await there.data('list_entities', { min_memories: 2 })).toMatchObject({ total: 1 })
  })

  it('are beside resources of the same, each within what a host takes', async () => {
    const { id } = await remember('ci', 'Never cache the lock file.', { layer: 'caveat' })
    const read = async (uri: string) => {
      const { result, error } = await there.request('resources/read', { uri })
      return error ?? (result as unknown as { contents: { text: string }[] }).contents[0]?.text
    }
    for (const uri of ['caveats', 'recent', 'entity/ci', 'layer/caveat', `memory/${id}`]) {
      expect(await read(`memory://${uri}`), uri).toContain('Never cache the lock file.')
    }
    expect(await read('memory://stats')).toContain('entries      1')
    expect(await read('memory://hot')).toContain('Nothing is known')
    expect(await read('memory://layer/banana')).toMatchObject({ data: { error: { type: 'unknown_layer' } } })
    expect(await read('memory://else')).toMatchObject({ code: -32602 })
    for (let n = 0; n < 30; n++) await remember('ci', `${n} ${'The mill turns slowly. '.repeat(200)}`)
    for (const uri of ['memory://recent', 'memory://entity/ci', 'memory://layer/implementation']) {
      expect(est1.count(String(await read(uri)))).toBeLessThanOrEqual(20_000)
    }
    const { result } = await there.request('resources/templates/list')
    expect(JSON.stringify(result)).toContain('memory://entity/{name}')
  })

  it('consolidate by exactly these arguments, under either name [LK-38]', async () => {
    const [own] = (await describeTools('default')).filter(({ name }) => name === 'varve_consolidate')
    const [known] = (await describeTools('linksee')).filter(({ name }) => name === 'consolidate')
    expect(known?.inputSchema).toEqual(own?.inputSchema)
    const { scope, min_age_days, dry_run, use_llm, ...others } = own?.inputSchema.properties ?? {}
    expect(others).toEqual({})
    expect(scope).toMatchObject({ type: 'string', enum: ['session', 'all'], description: 'Default session' })
    expect(min_age_days).toMatchObject({ type: 'number', description: 'Default 7' })
    expect([dry_run?.type, use_llm?.type]).toEqual(['boolean', 'boolean'])
    const example = { scope: 'all', min_age_days: 14, dry_run: true }
    expect(await there.data('consolidate', example)).toMatchObject({ ok: true, dry_run: true })
  })
})
