import { applyPlan } from '@varve/core'
import { buildAdd } from '@varve/core/testing'
import { expect, test } from 'vitest'
import { cpuMillisecondsOf } from '../../../../test/cpu-milliseconds.ts'
import { consolidate } from '../../src/operations/consolidate.ts'
import { parseInput } from '../../src/operations/parse-input.ts'
import { search } from '../../src/operations/search.ts'
import { openTestContext } from './test-context.ts'

const DAY = 24 * 60 * 60 * 1000
const START = Date.UTC(2026, 0, 1)

async function openFilled(texts: readonly string[]) {
  const world = openTestContext()
  world.context.writing().transact('fill', (writer) =>
    applyPlan(
      writer,
      {
        stage: 'edit',
        command: 'fill',
        base: [],
        operations: texts.map((text, at) =>
          buildAdd(`f${String(at).padStart(5, '0')}`, text, {
            category: 'operations',
            created: START,
            entity: { kind: 'project', name: `part ${at % 10}` },
          }),
        ),
      },
      { actor: 'tester', via: 'library', branch: null, now: START },
    ),
  )
  const run = (day: number, input: object = {}) =>
    consolidate.run(parseInput(consolidate, { scope: 'all', ...input }), {
      ...world.context,
      clock: { now: () => START + day * DAY },
    })
  return { ...world, run }
}

test('900 cold facts are all there after ten runs, and each port is found [BR-11]', async () => {
  const texts = Array.from(
    { length: 900 },
    (_, at) => `fact ${String(at).padStart(3, '0')}: service-${at} listens on port ${9000 + at}`,
  )
  const world = await openFilled(texts)
  try {
    const store = world.context.reading()
    let live = 900
    for (let day = 20; day < 30; day++) {
      const { json } = await world.run(day)
      if (day === 29) expect(json).toMatchObject({ plan_id: null })
      expect(
        Array.from(store.entries({ visibility: 'all', sort: 'id' }))
          .filter(({ id }) => /^f\d/.test(id))
          .map(({ content }) => content),
      ).toEqual(texts)
      const now = store.size().heads
      expect(now).toBeLessThanOrEqual(live)
      live = now
    }
    for (let at = 0; at < 900; at++) {
      const { json } = await search.run(parseInput(search, { text: [String(9000 + at)] }), world.context)
      const { items } = json as { readonly items: readonly { readonly id: string; readonly via?: string }[] }
      const own = `f${String(at).padStart(5, '0')}`
      expect(
        items.some(({ id, via }) => id === own || via === own),
        own,
      ).toBe(true)
    }
  } finally {
    world.close()
  }
})

test('of 10,000 entries a thousand cold ones are planned within 2 s and written within 1 [LK-45]', async () => {
  const texts = Array.from(
    { length: 10_000 },
    (_, at) =>
      `Went through src/part${at % 300}.ts with the team for the whole of a long afternoon. Step ${at} took ${at} ms. It was a good day in the end.`,
  )
  const world = await openFilled(texts)
  try {
    // A tenth is of the part that is asked for.
    const planning = await cpuMillisecondsOf(() => world.run(30, { dryRun: true, entity: 'part 3' }))
    const both = await cpuMillisecondsOf(() => world.run(30, { entity: 'part 3' }))
    expect(planning).toBeLessThan(2000)
    expect(both - planning).toBeLessThan(1000)
  } finally {
    world.close()
  }
})
