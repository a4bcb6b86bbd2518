import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { startServer } from '../../src/mcp/http/serve-http.ts'
import { loadOperation } from '../../src/mcp/load-operation.ts'
import { FOR_PEOPLE } from '../../src/operations/for-people.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { OPERATIONS } from '../../src/operations/table.ts'
import { startPage } from '../../src/page/serve-page.ts'
import { addCheckoutNotes } from '../checkout-notes.ts'
import { TestServer } from '../mcp/open-server.ts'

const DAY = 24 * 60 * 60 * 1000
const token = 'a-token-that-is-long-enough'
let there: TestServer
afterEach(() => {
  vi.useRealTimers()
  there.close()
})

/** Notes of which a run would consolidate some at once; two are pinned. */
function open(): TestServer {
  there = new TestServer({ profile: 'full' })
  const memory = there.open()
  addCheckoutNotes(memory.context.writing(), {
    more: (note) => (note === 2 || note === 4 ? { pinned: true } : {}),
  })
  memory.close()
  return there
}

/** All that is remembered, and all records: uses are counted beside it. */
function contents(): string {
  const { context, close } = there.open()
  const reader = context.reading()
  const all = [[...reader.entries({ visibility: 'all' })], [...reader.records({})], [...reader.lineage({})]]
  close()
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

test('no server, no page and no command that reads consolidates, however long it stays open [LK-42] [BR-12]', async () => {
  open()
  const before = contents()
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date'], shouldAdvanceTime: true })
  await there.start()
  const web = await startServer(there.host, { profile: 'full', token, host: '127.0.0.1', port: 0 })
  const page = await startPage(there.host, { port: 0, token })
  await vi.advanceTimersByTimeAsync(DAY)
  expect(contents()).toBe(before)
  vi.useRealTimers()
  await Promise.all([web.close(), page.close()])
  // A run was due all the time.
  expect(await there.data('varve_consolidate', { scope: 'all', dry_run: true })).toMatchObject({
    clustersCompressed: 1,
  })

  const { context, close } = there.open()
  let ran = 0
  for (const { name } of OPERATIONS.filter((row) => !FOR_PEOPLE.has(row.name))) {
    const operation = await loadOperation(name)
    if (operation.effect !== 'reads') continue
    // Many need an argument, and say so: what they do before that counts too.
    const given = { id: 'e11', text: ['pool'], query: 'pool', from: 'e11', to: 'e12', ids: ['e11'] }
    const known = Object.fromEntries(Object.entries(given).filter(([field]) => field in operation.fields))
    await runOperation(operation, known, () => context).then(
      () => {
        ran += 1
      },
      () => undefined,
    )
    expect(contents(), name).toBe(before)
  }
  expect(ran).toBeGreaterThan(15)
  close()
})
