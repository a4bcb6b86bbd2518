import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, expect, test } from 'vitest'
import { longSession } from '../../../../test/scenarios/long-session.ts'
import { CHECKOUT } from '../../../core/test/consolidate/memory.ts'
import type { WebServer } from '../../src/http/start-web-server.ts'
import { startServer } from '../../src/mcp/http/serve-http.ts'
import { TestServer } from './open-server.ts'

const token = 'a-token-that-is-long-enough'
let there: TestServer
let web: WebServer | undefined
const client = new Client({ name: 'test', version: '1' })
afterEach(async () => {
  await client.close()
  await web?.close()
  there.close()
})

/** The data of a call that must succeed, as the schemas of the answers have it. */
async function call<T = Record<string, unknown>>(
  name: string,
  given: Record<string, unknown> = {},
): Promise<T> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: given })
  expect(isError ?? false, JSON.stringify(content)).toBe(false)
  return structuredContent as T
}

interface Found {
  readonly items: readonly { readonly id: string; readonly via?: string }[]
}

test('a client of tools remembers, recalls, compacts, digests, consolidates, reviews and expands a placeholder, by tools alone', async () => {
  there = new TestServer({ profile: 'full' })
  web = await startServer(there.host, { profile: 'full', token, host: '127.0.0.1', port: 0 })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', web.url), { requestInit }))
  const add = (text: string, more: object = {}) => call<{ id: string }>('varve_add', { text, ...more })
  const find = async (query: string) => (await call<Found>('varve_search', { query })).items

  // Remember, and compact: what differs by harmless edits comes under one, and apart again.
  const install = await add('Use pnpm 9 to install the packages.')
  const cache = await add('CI caches the pnpm store.')
  const again = await add('Please use pnpm 9 to install the packages.')
  const dry = await call('varve_compact', { action: 'run', dry_run: true })
  expect(dry).toMatchObject({ dry_run: true, safe_duplicates: [{}], plan_id: null })
  expect(await call('varve_compact', { action: 'run' })).toMatchObject({
    safe_duplicates: dry.safe_duplicates,
  })
  const merged = (await find('install packages')).map(({ id, via }) => [id, via])
  expect(merged).toHaveLength(1)
  expect([install.id, again.id]).toContain(merged[0]?.[0])
  await call('varve_compact', { action: 'undo' })
  expect(await find('install packages')).toHaveLength(2)
  await call('varve_compact', { action: 'run' })

  // Digest: recall shows it, with what it stands in for.
  const text = 'Use pnpm 9 to install the packages; CI caches the pnpm store.'
  const digest = await add(text, { title: 'Install tooling', type: 'digest' })
  const notes = [merged[0]?.[0], cache.id]
  const applying = { action: 'apply', id: digest.id, notes }
  expect(await call('varve_compact', { ...applying, dry_run: true })).toMatchObject({ plan_id: null })
  await call('varve_compact', applying)
  expect(await find('CI caches store')).toMatchObject([{ id: digest.id, via: cache.id }])
  expect(await call('varve_show', { id: cache.id, raw: true })).toMatchObject({ id: cache.id })

  // Consolidate: the very plan of the dry run.
  for (const [, content] of CHECKOUT) {
    await add(content, { entity: 'project:checkout-api', layer: 'implementation' })
  }
  const run = { scope: 'all', min_age_days: 0, no_sweep: true }
  const planned = await call('varve_consolidate', { ...run, dry_run: true })
  expect(planned).toMatchObject({ clustersCompressed: 1, clusterDetails: [{ count: 3 }] })
  const done = await call('varve_consolidate', run)
  expect(done).toMatchObject({ clusterDetails: [{ count: 3 }], plan_hash: planned.plan_hash })

  // Review: one of two that contradict each other holds.
  await add('The API listens on port 3000.', { key: 'api port' })
  await add('The API listens on port 3001.', { key: 'api port' })
  const { items } = await call<{ items: { id: string; subjects: string[] }[] }>('varve_compact', {
    action: 'review',
  })
  const [{ id, subjects } = expect.fail()] = items
  await call('varve_compact', { action: 'review_supersede', id, winner: subjects[1] })
  expect(await call('varve_compact', { action: 'review' })).toMatchObject({ items: [] })

  // Expand a placeholder.
  writeFileSync(join(there.project, 'session.jsonl'), longSession(70))
  const { largest } = await call<{ largest: { handle: string }[] }>('context_fit', {
    transcript: 'session.jsonl',
    save: true,
  })
  const { content } = await client.callTool({
    name: 'context_recall',
    arguments: { handle: largest[0]?.handle, range: '1-2' },
  })
  expect(JSON.stringify(content).length).toBeGreaterThan(60)
})
