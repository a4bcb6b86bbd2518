import { type EntryId, openView } from '@varve/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compactApply } from '../../src/operations/compact-apply.ts'
import { tree } from '../../src/operations/tree.ts'
import { openSample, SOURCES } from './sample-digests.ts'
import type { TestContext } from './test-context.ts'

const D = 'qp-d16e'
let opened: TestContext
beforeEach(async () => {
  opened = openSample()
  await opened.run(compactApply, { digest: D, note: [...SOURCES] })
})
afterEach(() => opened.close())

const reader = () => opened.context.reading()
const shown = (ids: readonly string[]) =>
  ids.filter((id) => openView(reader(), []).viewOf(id as EntryId)?.hidden === undefined)

test('a note joined with its twin stays, as do the edges and sources of every digest [QP-58] [BR-79]', async () => {
  const edges = reader().lineage({ top: D as EntryId })
  const textsOf = () =>
    ['qp-4a5b', 'qp-9f0e'].map((id) => {
      const { content, title, created, updated, tags } = reader().entry(id as EntryId) ?? {}
      return { content, title, created, updated, tags }
    })
  const texts = textsOf()
  await opened.run(compactApply, { digest: 'qp-9f0e', note: ['qp-4a5b'], kind: 'duplicates' })
  expect(reader().lineage({ top: D as EntryId })).toEqual(edges)
  expect(textsOf()).toEqual(texts)
  expect(shown(['qp-4a5b', 'qp-9f0e', D, ...SOURCES])).toEqual(['qp-9f0e', D])
  // Its links count as those of the note that is shown for it.
  expect((await opened.run(tree, { id: 'qp-4a5b', maxHops: 1 })).records).toContain(
    `E qp-9f0e related ${D} typed via=qp-4a5b:qp-1a2b`,
  )
})
