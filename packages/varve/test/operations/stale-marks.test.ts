import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compactApply } from '../../src/operations/compact-apply.ts'
import { contextBundle } from '../../src/operations/context-bundle.ts'
import { edit } from '../../src/operations/edit.ts'
import { path } from '../../src/operations/path.ts'
import { search } from '../../src/operations/search.ts'
import { tree } from '../../src/operations/tree.ts'
import { edge, openSample, SOURCES, write } from './sample-digests.ts'
import type { TestContext } from './test-context.ts'

const D = 'qp-d16e'
let opened: TestContext
beforeEach(async () => {
  opened = openSample()
  await opened.run(compactApply, { digest: D, note: [...SOURCES] })
})
afterEach(() => opened.close())

const SHOWN_BY = {
  search: () => opened.run(search, { text: ['frozen', 'lockfile'] }),
  tree: () => opened.run(tree, { id: 'qp-9f0e' }),
  path: () => opened.run(path, { from: 'qp-9f0e', to: 'qp-4a5b' }),
  context: () => opened.run(contextBundle, { note: [D] }),
}

describe.each(Object.entries(SHOWN_BY))('a digest that %s shows', (_, show) => {
  test('says of how many sources it is out of date, in all three formats [QP-36]', async () => {
    const before = await show()
    expect([before.human, before.records, JSON.stringify(before.json)].join()).not.toContain('stale')
    await opened.run(edit, { id: 'qp-1a2b', text: 'Use `pnpm` 10.' })
    // Changed and superseded, it is one source all the same.
    write(opened, [edge('supersedes', 'qp-4a5b', 'qp-2c3d')])
    await opened.run(edit, { id: 'qp-2c3d', text: 'Commit the `pnpm-lock.yaml`.' })
    const { human, records, json } = await show()
    expect(human).toMatch(/compacts=3 compaction=-?\d+% stale=2/)
    expect(records).toMatch(new RegExp(`N ${D} .* compacts=3 compaction=-?\\d+% stale=2`))
    expect(JSON.stringify(json)).toMatch(/"compacts":3,"compaction_pct":-?[\d.]+,"stale_sources":2/)
  })
})
