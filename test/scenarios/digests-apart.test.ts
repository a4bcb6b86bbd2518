import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examine, shown } from './memory-of.ts'
import { startWorker } from './processes/start-worker.ts'
import type { Sandbox } from './sandbox.ts'
import { add } from './statements.ts'
import { throwAway } from './throw-away.ts'

/** Two people's clones of one repository, who both know these notes. */
function clones<const T extends readonly string[]>(...titles: T) {
  const [one, other] = [throwAway(), throwAway()]
  one.askJson(['init'])
  const ids = titles.map((title) => add(one, `${title} says what it says`, '--title', title).id)
  one.askJson(['knowledge', 'sync'])
  cpSync(join(one.project, '.varve'), join(other.project, '.varve'), { recursive: true })
  other.askJson(['knowledge', 'sync'])
  return { one, other, ids: ids as { readonly [K in keyof T]: string } }
}

function exchange(one: Sandbox, other: Sandbox): void {
  for (const place of [one, other]) place.askJson(['knowledge', 'sync'])
  const [a, b] = [one, other].map((place) => join(place.project, '.varve/journal'))
  cpSync(String(a), String(b), { recursive: true, force: false })
  cpSync(String(b), String(a), { recursive: true, force: false })
  for (const place of [one, other]) place.askJson(['knowledge', 'sync'])
}

const idsOf = (place: Sandbox): readonly string[] => shown(place).map(({ id }) => id)

/** Every command that reads, as a person would ask it. */
function expectReadable(place: Sandbox, id: string): void {
  for (const args of [
    ['list'],
    ['list', '--raw'],
    ['show', id],
    ['search', 'says'],
    ['tree', id],
    ['context', '--note', id],
    ['context', '--prime'],
    ['compact', 'status', id],
    ['review'],
    ['status'],
    ['compact'],
  ]) {
    expect([args.join(' '), place.run(args).status]).toEqual([args.join(' '), 0])
  }
}

test('a note that two clones put under digests of their own is shown with both, in one issue with a way out for each [QP-31]', () => {
  const { one, other, ids } = clones('Note', 'Mine', 'Theirs')
  const [note, mine, theirs] = ids
  one.askJson(['compact', 'apply', mine, '--note', note])
  other.askJson(['compact', 'apply', theirs, '--note', note])
  exchange(one, other)
  for (const place of [one, other]) {
    expect([...idsOf(place)].sort()).toEqual([...ids].sort())
    const { issues } = examine(place)
    expect(issues.map(({ code, subjects }) => [code, ...subjects])).toEqual([['multiple_tops', note]])
    expect([...(issues[0]?.fix ?? [])].sort()).toEqual(
      [mine, theirs].map((top) => `varve compact remove ${top} --note ${note}`).sort(),
    )
    expectReadable(place, note)
  }
  const [fix = ''] = examine(one).issues[0]?.fix ?? []
  one.askJson(fix.split(' ').slice(1))
  exchange(one, other)
  for (const place of [one, other]) {
    expect(examine(place).issues).toEqual([])
    expect(idsOf(place)).not.toContain(note)
  }
})

test('two digests that clones put under one another are both shown, and the issue has a way out at each edge [QP-32]', () => {
  const { one, other, ids } = clones('Left', 'Right')
  const [left, right] = ids
  one.askJson(['compact', 'apply', left, '--note', right])
  other.askJson(['compact', 'apply', right, '--note', left])
  exchange(one, other)
  for (const place of [one, other]) {
    expect([...idsOf(place)].sort()).toEqual([...ids].sort())
    const { issues } = examine(place)
    expect(issues.map(({ code }) => code)).toEqual(['lineage_cycle'])
    expect([...(issues[0]?.fix ?? [])].sort()).toEqual(
      [`varve compact remove ${left} --note ${right}`, `varve compact remove ${right} --note ${left}`].sort(),
    )
    expectReadable(place, left)
  }
})

test('a digest that is retracted shows its sources again, and a source that is purged names the digests that may repeat it [QP-60]', () => {
  const place = throwAway()
  const [source, digest, above] = [
    'The gateway listens on port 8443',
    'Ports: the gateway listens on port 8443',
    'All of it: the gateway listens on port 8443',
  ].map((text) => add(place, text, '--title', text.slice(0, 9)).id)
  place.askJson(['compact', 'apply', String(digest), '--note', String(source)])
  place.askJson(['compact', 'apply', String(above), '--note', String(digest)])
  expect(idsOf(place)).toEqual([above])
  place.askJson(['edit', String(above), '--retract'])
  expect(idsOf(place)).toEqual([digest])
  place.askJson(['undo'])
  const purged = place.askJson<{ repeated_by: readonly string[] }>([
    ...['purge', String(source), '--reason', 'customer asked', '--yes'],
  ])
  expect([...purged.repeated_by].sort()).toEqual([digest, above].sort())
})

test('who searches while a digest is applied and taken back finds the memory before or after, never between [QP-67] [BR-23]', async () => {
  const place = throwAway()
  const notes = ['one', 'two', 'three'].map((name) => add(place, `Gateway ${name}`, '--title', name).id)
  const digest = add(place, 'Gateway digest of one, two and three', '--title', 'digest').id
  const writer = startWorker(place, 'digest', [digest, ...notes].join(), '200')
  await writer.spoke
  const reader = startWorker(place, 'search', 'gateway')
  const { status, stderr } = await writer.ended
  reader.child.kill('SIGKILL')
  const { lines } = await reader.ended
  expect([status, stderr]).toEqual([0, ''])
  const before = [digest, ...notes].sort().join(',')
  expect(new Set(lines)).toEqual(new Set([before, digest]))
})

test('what the guard found of a digest is still known in a clone, and after an export and an import [MG-39]', () => {
  const { one, other, ids } = clones('Note', 'Digest')
  const [note, digest] = ids
  one.json(['edit', note, '--text', 'The cache holds 40 entries in /tmp/cache.'])
  one.json(['compact', 'apply', digest, '--note', note])
  const registered = (place: Sandbox) =>
    place.json<{ readonly registered: unknown }>(['compact', 'report', digest]).registered
  const said = registered(one)
  expect(said).toMatchObject([
    {
      under: note,
      guard_v: expect.any(Number),
      verdict: 'reject',
      anchors: { kept: 0 },
      coverage: expect.any(Number),
      novelty: expect.any(Number),
      dropped: [{ text: '40' }, { text: '/tmp/cache' }],
    },
  ])
  exchange(one, other)
  expect(registered(other)).toEqual(said)
  for (const format of ['pack', 'qipu']) {
    const imported = throwAway()
    const file = join(one.project, '..', `as-${format}`)
    one.json(['export', format, file])
    imported.json(['import', format, file])
    expect([format, registered(imported)]).toEqual([format, said])
  }
})
