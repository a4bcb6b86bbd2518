import { entityOf } from '@varve/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { audit } from '../../src/operations/audit.ts'
import { compact } from '../../src/operations/compact.ts'
import { contextBundle } from '../../src/operations/context-bundle.ts'
import { doctor } from '../../src/operations/doctor.ts'
import { list } from '../../src/operations/list.ts'
import { log } from '../../src/operations/log.ts'
import { review } from '../../src/operations/review.ts'
import { search } from '../../src/operations/search.ts'
import { show } from '../../src/operations/show.ts'
import { status } from '../../src/operations/status.ts'
import { undo } from '../../src/operations/undo.ts'
import { openTestContext, type TestContext } from './test-context.ts'

const TEXTS = [
  "Don't use npm in this repository",
  'Do not use npm in this repository',
  'The API listens on port 3000 by default',
  'The API listens on port 3001 by default',
]

let opened: TestContext
beforeEach(async () => {
  opened = openTestContext()
  for (const text of TEXTS) await opened.run(add, { text, category: 'conventions' })
})
afterEach(() => opened.close())

/** What the memory holds and shows, and how it came to that. */
function state(): object {
  const reader = opened.context.reading()
  return {
    records: reader.records({}).map(({ id }) => id),
    entries: [...reader.entries({ visibility: 'all' })],
    lineage: reader.lineage({}),
    views: [...reader.views()],
  }
}

test('nothing is merged by looking, and an idle memory stays as it is [MG-46]', async () => {
  const before = state()
  const [first] = [...opened.context.reading().entries({ visibility: 'all' })]
  await opened.run(list)
  await opened.run(show, { id: first?.id })
  await opened.run(search, { text: ['npm'] })
  await opened.run(status)
  await opened.run(review)
  await opened.run(audit)
  await opened.run(log)
  await opened.run(contextBundle, { prime: true })
  await opened.run(doctor, { duplicates: true })
  await opened.run(compact, { dryRun: true })
  expect(state()).toEqual(before)
})

test('a merge is one record of the journal that undo takes back, and a second run makes none [MG-46]', async () => {
  const reader = opened.context.reading()
  const before = reader.records({}).length
  await opened.run(compact)
  const [edge, ...more] = reader.lineage({})
  expect(more).toEqual([])
  if (edge === undefined) throw new Error('nothing was merged')
  const stated = reader.events(entityOf({ op: 'lineage.add', ...edge, was: null }))
  expect(stated.map(({ record }) => record)).toEqual(
    reader.records({ newestFirst: true, limit: 1 }).map(({ id }) => id),
  )
  expect(reader.records({})).toHaveLength(before + 1)

  const merged = state()
  await opened.run(compact)
  await opened.run(list)
  expect(state()).toEqual(merged)

  await opened.run(undo, { plan: stated[0]?.record })
  expect(reader.lineage({})).toEqual([])
})
