import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { everything, expectSound, logged } from './memory-of.ts'
import type { Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

const RUN = ['consolidate', '--scope', 'all', '--yes', '--json'] as const
const SUBJECTS = ['checkout', 'refunds', 'search', 'login', 'mail', 'stock']

/** Notes of long ago, in clusters of ten, and some that are about nothing. */
function fill(place: Sandbox) {
  const notes = SUBJECTS.flatMap((subject) =>
    Array.from({ length: 10 }, (_, at) => ({
      id: `${subject}-${at}`,
      content: `Went through src/${subject}.ts with the team for the whole of a long and rainy afternoon. Step ${at} took ${at + 40} ms. Everybody was glad when it was over in the end.`,
      layer: 'implementation',
      entity: { kind: 'project', name: subject },
      created: `2025-01-${10 + at}T12:00:00Z`,
    })),
  )
  const file = place.write('notes.jsonl', notes.map((note) => JSON.stringify(note)).join('\n'))
  place.ask(['import', file])
}

function runsOf(place: Sandbox) {
  return logged(place).filter(({ command }) => command === 'consolidate')
}

test('three processes that consolidate at once make one plan, and the others are told [LK-41] [RS-24]', async () => {
  const place = throwAway()
  fill(place)
  const results = await Promise.all([1, 2, 3].map(() => place.start(RUN)))
  const outcomes = results.map(({ status, stdout, stderr }) => {
    if (status === 1) return (JSON.parse(stderr) as { readonly error: { readonly type: string } }).error.type
    return (JSON.parse(stdout) as { readonly plan_id: string | null }).plan_id === null ? 'nothing' : 'plan'
  })
  // One that starts when the first has ended finds nothing left to do.
  expect(outcomes.filter((outcome) => outcome === 'plan')).toHaveLength(1)
  expect(
    outcomes.filter((outcome) => outcome !== 'plan' && outcome !== 'busy' && outcome !== 'nothing'),
  ).toEqual([])
  expect(runsOf(place)).toHaveLength(1)
  expectSound(place)
})

test('a run that is killed leaves all of its plan or nothing [LK-33] [LK-43]', async () => {
  const states = new Set<string>()
  // At moments around its work; and once it has said what it did, so that one lies behind it.
  for (const delay of [5, 110, 160, 210, 260, 320, undefined]) {
    const place = throwAway()
    fill(place)
    const { child, ended } = place.spawn(RUN)
    await (delay === undefined ? once(child.stdout ?? child, 'data') : wait(delay))
    child.kill('SIGKILL')
    await ended
    const planned = runsOf(place)
    const hidden = everything(place).filter((entry) => entry.hidden !== undefined)
    states.add(planned.length === 0 ? 'before' : 'after')
    const operations = planned.flatMap(({ ops }) => ops)
    const under = operations.filter(({ op }) => op === 'lineage.add').length
    const buried = operations.filter(({ op, kind }) => op === 'flag.set' && kind === 'buried').length
    expect(hidden).toHaveLength(under + buried)
    if (planned.length > 0) expect(under).toBeGreaterThan(0)
    expectSound(place)
  }
  expect(states).toEqual(new Set(['before', 'after']))
})
