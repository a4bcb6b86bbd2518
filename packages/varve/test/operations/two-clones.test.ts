import { applyRecord, type EntryId, type OpenView, openView, VarveError } from '@varve/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compactApply } from '../../src/operations/compact-apply.ts'
import { compactRemove } from '../../src/operations/compact-remove.ts'
import { compactReport } from '../../src/operations/compact-report.ts'
import { compactShow } from '../../src/operations/compact-show.ts'
import { compactStatus } from '../../src/operations/compact-status.ts'
import { contextBundle } from '../../src/operations/context-bundle.ts'
import { doctor } from '../../src/operations/doctor.ts'
import { linkList } from '../../src/operations/link-list.ts'
import { list } from '../../src/operations/list.ts'
import { path } from '../../src/operations/path.ts'
import { search } from '../../src/operations/search.ts'
import { show } from '../../src/operations/show.ts'
import { tree } from '../../src/operations/tree.ts'
import { openSample } from './sample-digests.ts'
import type { TestContext } from './test-context.ts'

const [A, B, NOTE] = ['qp-4a5b', 'qp-9f0e', 'qp-1a2b'] as const
let one: TestContext
let other: TestContext
beforeEach(() => {
  one = openSample()
  other = openSample()
  exchange()
})
afterEach(() => {
  one.close()
  other.close()
})

/** As a sync does: each takes in the records that it lacks. */
function exchange(): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const source = from.context.reading()
    to.context.writing().transact('sync', (writer) => {
      for (const { id } of source.records({})) {
        const record = writer.record(id) === undefined ? source.record(id) : undefined
        if (record !== undefined) applyRecord(writer, record)
      }
    })
  }
}

function viewOf({ context }: TestContext): OpenView {
  return openView(context.reading(), [])
}

function isShown(place: TestContext, id: string): boolean {
  return viewOf(place).viewOf(id as EntryId)?.hidden === undefined
}

function errorsOf(place: TestContext) {
  return viewOf(place)
    .issues()
    .filter(({ severity }) => severity === 'error')
}

/** Every command that reads, in all three formats. */
async function readEverything(place: TestContext): Promise<void> {
  for (const raw of [false, true]) {
    const results = [
      place.run(list, { raw }),
      place.run(search, { text: ['pnpm'], raw }),
      place.run(path, { from: A, to: NOTE, raw }),
      ...[A, B, NOTE].flatMap((id) => [
        place.run(show, { id, raw }),
        place.run(tree, { id, raw, expandCompaction: true, compactionDepth: 9 }),
        place.run(linkList, { id, raw }),
        place.run(contextBundle, { note: [id], raw, withCompactionIds: true, compactionDepth: 9 }),
        place.run(compactShow, { digest: id, compactionDepth: 9 }),
        place.run(compactStatus, { id }),
      ]),
      place.run(contextBundle, { prime: true }),
      place.run(doctor),
    ]
    for (const { human, json, records } of await Promise.all(results)) {
      expect([human.length > 0, records.startsWith('H varve=1'), JSON.stringify(json) !== '{}']).toEqual([
        true,
        true,
        true,
      ])
    }
  }
}

describe('two clones that put one note under a digest each', () => {
  beforeEach(async () => {
    await one.run(compactApply, { digest: A, note: [NOTE] })
    await other.run(compactApply, { digest: B, note: [NOTE] })
    exchange()
  })

  test('show both digests and the note, and one issue with a command for each choice [QP-31] [BR-71]', async () => {
    for (const place of [one, other]) {
      expect([A, B, NOTE].map((id) => isShown(place, id))).toEqual([true, true, true])
      expect(errorsOf(place)).toMatchObject([
        {
          code: 'multiple_tops',
          subjects: [NOTE],
          fix: [`varve compact remove ${A} --note ${NOTE}`, `varve compact remove ${B} --note ${NOTE}`],
        },
      ])
      await readEverything(place)
      for (const digest of [A, B]) {
        expect((await place.run(compactReport, { digest })).json).toMatchObject({ compacts_direct_count: 1 })
      }
    }
    await one.run(compactRemove, { top: A, note: [NOTE] })
    exchange()
    for (const place of [one, other]) {
      expect(errorsOf(place)).toEqual([])
      expect(viewOf(place).canon(NOTE as EntryId)).toBe(B)
    }
  })
})

describe('two clones that put a digest under the other’s each', () => {
  beforeEach(async () => {
    await one.run(compactApply, { digest: A, note: [B, NOTE] })
    await other.run(compactApply, { digest: B, note: [A] })
    exchange()
  })

  test('show both, ignore the edges between them alone, and one issue names each edge [QP-32]', async () => {
    for (const place of [one, other]) {
      expect([A, B].map((id) => isShown(place, id))).toEqual([true, true])
      expect(viewOf(place).canon(NOTE as EntryId)).toBe(A)
      const [error, ...more] = errorsOf(place)
      expect(more).toEqual([])
      expect(error).toMatchObject({ code: 'lineage_cycle' })
      expect(error?.subjects.toSorted()).toEqual([A, B])
      expect(error?.fix.toSorted()).toEqual([
        `varve compact remove ${A} --note ${B}`,
        `varve compact remove ${B} --note ${A}`,
      ])
      await readEverything(place)
    }
  })

  test('find what either says [QP-33]', async () => {
    const { json } = await one.run(search, { text: ['release', 'checklist'] })
    expect(json).toMatchObject({ items: [{ id: B }] })
    const hit = await other.run(search, { text: ['nvmrc'] })
    expect(hit.json).toMatchObject({ items: [{ id: A }] })
  })
})

test('a conflict can only come from another clone: a command that would make one is refused', async () => {
  await one.run(compactApply, { digest: A, note: [B] })
  const refused = await one.run(compactApply, { digest: B, note: [A] }).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(VarveError.isInstance(refused) && refused.code).toBe('lineage')
})
