import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contents, errorOf, everything, examine, expectSound, logged, shown } from './memory-of.ts'
import type { Sandbox } from './sandbox.ts'
import { type Added, add, addIn, type Shown, show } from './statements.ts'
import { throwAway } from './throw-away.ts'

function ids(place: Sandbox): readonly string[] {
  return shown(place).map(({ id }) => id)
}

describe('the same thing said again', () => {
  test('is answered with what is known, and counted once an occasion [LS-03] [BR-01] [MG-43]', () => {
    const place = throwAway()
    const first = add(place, 'p95 was 210 ms in run 41')
    const second = add(place, 'p95 was 214 ms in run 42')
    expect([first.status, second.status]).toEqual(['added', 'added'])
    expect(contents(shown(place))).toEqual(['p95 was 210 ms in run 41', 'p95 was 214 ms in run 42'])
    const before = logged(place).length
    expect(add(place, 'p95 was 210 ms in run 41')).toMatchObject({
      status: 'duplicate',
      id: first.id,
      canonical: first.id,
    })
    expect(everything(place)).toHaveLength(2)
    const [newest, ...older] = logged(place)
    expect(older).toHaveLength(before)
    expect(newest?.ops).toMatchObject([{ op: 'learning.sight', id: first.id }])
    expect(place.run(['add', 'p95 was 210 ms in run 41.']).stdout).toMatch(
      new RegExp(`^Already known: ${first.id.slice(0, 8)}`),
    )
  })

  test('in four sessions makes one entry, seen in four, and no surer for it [BR-04] [MG-42]', () => {
    const place = throwAway()
    const answers = ['s1', 's2', 's3', 's4', 's4', 's1'].map((session) => addIn(place, session, 'DGIA'))
    expect(answers.map(({ status }) => status)).toEqual(['added', ...Array(5).fill('duplicate')])
    expect(everything(place)).toMatchObject([{ content: 'DGIA', sightings: 3, confidence: 'medium' }])
    expect(place.run(['show', answers[0]?.id ?? '']).stdout).toContain('seen       4 times')
    // One record a session: repeating it in the same one is nothing new.
    expect(logged(place)).toHaveLength(4)
  })

  test('in other characters is still the same, and in other code is not [BR-09]', () => {
    const place = throwAway()
    const nfc = 'café build uses port 3000'
    const forms = [nfc, nfc.normalize('NFD'), nfc.replace('3000', '３０００'), `${nfc}  \r\n`]
    expect(forms.map((text) => add(place, text).status)).toEqual([
      'added',
      'duplicate',
      'duplicate',
      'duplicate',
    ])
    expect(everything(place)).toMatchObject([{ content: nfc, sightings: 3 }])
    expect(add(place, '`Foo` must load first').status).toBe('added')
    expect(add(place, '`foo` must load first').status).toBe('added')
    expect(everything(place)).toHaveLength(3)
  })

  test('with another category, certainty or key is a statement of its own', () => {
    const place = throwAway()
    const first = add(place, 'Use pnpm', '--category', 'conventions', '--key', 'package-manager')
    expect(add(place, 'Use pnpm', '--category', 'conventions').status).toBe('duplicate')
    expect(add(place, 'Use pnpm', '--key', 'Package Manager').status).toBe('duplicate')
    expect(add(place, 'Use pnpm', '--confidence', 'medium').status).toBe('duplicate')
    const restated = add(place, 'Use pnpm', '--confidence', 'high')
    expect(restated.status).toBe('added')
    expect(ids(place)).toEqual([restated.id])
    expect(show(place, first.id).hidden).toEqual({ reason: 'duplicate', by: restated.id })
    expect(add(place, 'Use pnpm', '--title', 'A note of the same text').status).toBe('added')
  })

  test('after it was retracted is a new entry; after it was forgotten it comes back [LS-86]', () => {
    const place = throwAway()
    const wrong = add(place, 'Deploy on Fridays')
    place.askJson(['edit', wrong.id, '--retract'])
    expect(shown(place)).toEqual([])
    const again = add(place, 'Deploy on Fridays')
    expect(again).toMatchObject({ status: 'added' })
    expect(ids(place)).toEqual([again.id])
    place.write(
      'cold.pack',
      '{"entry":{"id":"cold-1","content":"An old truth","flags":[{"kind":"buried","reason":"cold"}]}}\n',
    )
    place.askJson(['import', 'pack', 'cold.pack'])
    expect(show(place, 'cold-1').hidden).toEqual({ reason: 'forgotten', by: null })
    expect(add(place, 'An old truth.')).toMatchObject({ status: 'unburied', id: 'cold-1' })
    expect(show(place, 'cold-1').hidden).toBeUndefined()
    place.askJson(['undo'])
    expect(show(place, 'cold-1').hidden?.reason).toBe('forgotten')
    expectSound(place)
  })

  test('what is added in the place of an entry that is not here is kept, and that is said with the way out', () => {
    const place = throwAway()
    const run = place.ask(['add', 'It replaces what is not there', '--supersedes', 'gone-0001'])
    expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Added /) })
    expect(run.stderr).toMatch(
      /^info: \[dangling_supersedes\] .* supersedes gone-0001, which is not here yet\n {2}try: varve compact remove /,
    )
  })

  test('after something replaced it is a re-assertion, and told as one', () => {
    const place = throwAway()
    const npm = add(place, 'Use npm')
    const pnpm = add(place, 'Use pnpm', '--supersedes', npm.id)
    const back = add(place, 'Use npm')
    expect(back.status).toBe('added')
    expect(ids(place)).toEqual([pnpm.id, back.id].sort())
    expect(examine(place).issues).toMatchObject([{ code: 'reasserted', severity: 'warning' }])
  })
})

describe('nearly the same thing', () => {
  test('is written, told with what it is near to, and left to a person [LS-03] [LS-84]', () => {
    const place = throwAway()
    const pairs = [
      ['Run the tests with `pnpm test` before every push', 'Run tests with `pnpm test` before each push'],
      ['Use tabs', 'Do not use tabs'],
    ] as const
    const relations = pairs.map(([first, second]) => {
      const known = add(place, first)
      const { status, near } = place.askJson<Added & { near: { id: string; relation: string }[] }>([
        'add',
        second,
      ])
      expect([status, near.map(({ id }) => id)]).toEqual(['added', [known.id]])
      return near.map(({ relation }) => relation)
    })
    expect(relations).toEqual([['near_duplicate'], ['contradiction_hint']])
    expect(contents(shown(place))).toEqual(pairs.flat().sort())
    const { items } = place.askJson<{ items: { kind: string }[] }>(['review'])
    expect(items.map(({ kind }) => kind).sort()).toEqual(['contradiction_hint', 'near_duplicate'])
    expect(place.askJson(['add', 'p95 was 214 ms in run 42'])).toMatchObject({ near: [] })
    expect(place.askJson(['add', 'p95 was 210 ms in run 41'])).toMatchObject({ near: [] })
  })
})

describe('what is refused', () => {
  test('names the categories that there are, and the nearest [LS-81]', () => {
    const place = throwAway()
    const { status, stdout, stderr } = place.run(['add', 'Use pnpm', '--category', 'convention', '--json'])
    expect([status, stdout]).toEqual([2, ''])
    expect(errorOf(stderr)).toMatchObject({
      type: 'invalid_value',
      fix: ['varve add "Use pnpm" --category conventions'],
    })
    for (const name of ['conventions', 'architecture', 'operations', 'decisions'])
      expect(stderr).toContain(name)
    place.write('odd.jsonl', '{"id":"odd1","category":"odd-ones","content":"Kept as it came"}\n')
    place.askJson(['import', 'jsonl', 'odd.jsonl'])
    place.askJson(['compact'])
    expect(existsSync(join(place.project, '.varve/cache/compacted/odd-ones.md'))).toBe(true)
  })

  test('is a text of more than 64 KiB, unless that is meant [BR-51]', () => {
    const place = throwAway()
    const large = 'x'.repeat(8 * 1024 * 1024)
    const refused = place.run(['add', '-', '--json'], { input: large })
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(errorOf(refused.stderr).message).toContain('8388608 bytes')
    expect(errorOf(refused.stderr).fix).toEqual(['varve add - --allow-large < file'])
    expect(place.run(['add', '-'], { input: 'x'.repeat(64 * 1024) }).status).toBe(0)
    expect(place.run(['add', '-', '--allow-large'], { input: `y${large}` }).status).toBe(0)
    const [, entry] = everything(place).toSorted((a, b) => a.content.length - b.content.length)
    expect(entry?.content).toHaveLength(large.length + 1)
    const before = process.cpuUsage()
    expect(place.ask(['list']).stdout.length).toBeLessThan(1000)
    place.askJson(['compact'])
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(10_000)
    expectSound(place)
  })
})

describe('replacement', () => {
  test('hides what is replaced, in any category, along chains and of every copy [LS-06]', () => {
    const place = throwAway()
    const first = add(place, 'Use npm.', '--category', 'conventions')
    const copy = add(place, 'use  npm', '--category', 'operations')
    const second = add(place, 'Use yarn', '--category', 'decisions', '--supersedes', first.id)
    const third = add(place, 'Use pnpm', '--supersedes', second.id.slice(0, 8))
    expect(ids(place)).toEqual([third.id])
    expect(show(place, first.id).hidden?.reason).toBe('superseded')
    expect(show(place, copy.id).hidden?.reason).toBe('superseded')
    expect(place.askJson<Shown & { via: string }>(['show', first.id])).toMatchObject({
      id: third.id,
      via: first.id,
    })
    expectSound(place)
  })

  test('of two by each other keeps one and says so [LS-06] [BR-22]', () => {
    const place = throwAway()
    place.write(
      'circle.jsonl',
      [
        '{"id":"one1","content":"The first","created":"2026-01-01","supersedes":"two2"}',
        '{"id":"two2","content":"The second","created":"2026-01-02","supersedes":"one1"}',
        '{"id":"self","content":"Itself","supersedes":"self"}',
      ].join('\n'),
    )
    place.askJson(['import', 'jsonl', 'circle.jsonl'])
    expect(ids(place)).toEqual(['self', 'two2'])
    expect(examine(place).issues.map(({ code }) => code)).toContain('lineage_cycle')
    const { status, stderr } = place.run(['add', 'Itself again', '--supersedes', 'self', '--json'])
    expect([status, stderr]).toEqual([0, ''])
  })

  test('of one by two keeps both and says so [BR-22]', () => {
    const place = throwAway()
    const npm = add(place, 'Use npm')
    const rivals = [
      add(place, 'Use pnpm', '--supersedes', npm.id),
      add(place, 'Use yarn', '--supersedes', npm.id),
    ]
    expect(ids(place)).toEqual(rivals.map(({ id }) => id).sort())
    expect(examine(place).issues).toMatchObject([{ code: 'lineage_fork', severity: 'warning' }])
  })

  test('of what is not there yet waits for it, and takes effect when it arrives [LS-07]', () => {
    const place = throwAway()
    const newer = add(place, 'The API is v2', '--supersedes', 'from-elsewhere')
    expect(ids(place)).toEqual([newer.id])
    expect(examine(place)).toMatchObject({
      status: 0,
      issues: [{ code: 'dangling_supersedes', severity: 'info', subjects: [newer.id] }],
    })
    place.write('late.jsonl', '{"id":"from-elsewhere","content":"The API is v1"}\n')
    place.askJson(['import', 'jsonl', 'late.jsonl'])
    expect(ids(place)).toEqual([newer.id])
    expect(show(place, 'from-elsewhere').hidden).toEqual({ reason: 'superseded', by: newer.id })
    expectSound(place)
  })

  test('is not taken back by retracting what replaced it, unless that is asked for; the plan says so first [LS-33]', () => {
    const place = throwAway()
    const old = add(place, 'Use npm')
    const top = add(place, 'Use pnpm', '--supersedes', old.id)
    place.askJson(['edit', top.id, '--retract'])
    expect(shown(place)).toEqual([])
    expect(show(place, old.id).hidden?.reason).toBe('superseded')
    place.askJson(['undo'])
    const reopening = ['edit', top.id, '--retract', '--reopen']
    const planned = place.askJson<{ reappears: string[]; plan_hash: string }>([...reopening, '--dry-run'])
    expect(planned.reappears).toEqual([old.id])
    expect(ids(place)).toEqual([top.id])
    expect(place.askJson(reopening)).toMatchObject({ reappears: [old.id], plan_hash: planned.plan_hash })
    expect(ids(place)).toEqual([old.id])
    expectSound(place)
  })
})

describe('contradiction', () => {
  test('of one key shows the newer, keeps the older, and says so; never fewer than one is live [LS-08] [BR-06]', () => {
    const place = throwAway()
    const jenkins = add(place, 'Deploys go through Jenkins', '--key', 'deploy')
    const actions = add(place, 'Deploys go through GitHub Actions', '--key', 'Deploy ')
    expect(ids(place)).toEqual([actions.id])
    expect(show(place, jenkins.id)).toMatchObject({
      content: 'Deploys go through Jenkins',
      hidden: { reason: 'contradicted', by: actions.id },
    })
    const { status, issues } = examine(place)
    expect(status).toBe(0)
    expect(issues).toMatchObject([{ code: 'contradiction', severity: 'warning' }])
    expect(issues[0]?.subjects.toSorted()).toEqual([jenkins.id, actions.id].sort())
    place.askJson(['edit', actions.id, '--retract'])
    expect(ids(place)).toEqual([jenkins.id])
    place.askJson(['undo'])
    place.askJson(['edit', actions.id, '--key', ''])
    expect(ids(place)).toEqual([jenkins.id, actions.id].sort())
    expectSound(place)
  })
})

describe('withdrawing', () => {
  test('takes all that say the same along, or only the one, and each comes back [LS-13]', () => {
    const place = throwAway()
    const one = add(place, 'Deploy on Fridays')
    const two = add(place, 'Deploy on Fridays.', '--confidence', 'high')
    place.askJson(['edit', one.id, '--retract', '--only-this', '--reason', 'copied'])
    expect(ids(place)).toEqual([two.id])
    place.askJson(['edit', one.id, '--restore'])
    place.askJson(['edit', one.id, '--retract'])
    expect(shown(place)).toEqual([])
    expect(everything(place).map(({ state }) => state)).toEqual(['retracted', 'retracted'])
    place.askJson(['undo'])
    expect(ids(place)).toEqual([two.id])
  })

  test('by age spares what is pinned, is only planned on a dry run, and asks where something is shown [LS-13]', () => {
    const place = throwAway()
    const rows = ['2025-01-01', '2025-06-01', '2026-02-01'].map(
      (created, index) => `{"id":"aged-${index}","content":"Fact of ${created}","created":"${created}"}\n`,
    )
    place.write('aged.jsonl', rows.join(''))
    place.askJson(['import', 'jsonl', 'aged.jsonl'])
    place.askJson(['edit', 'aged-1', '--pin'])
    const prune = ['edit', '--retract', '--before', '2026-01-01']
    const refused = place.run([...prune, '--json'])
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(errorOf(refused.stderr).fix.at(-1)).toBe('varve edit --retract --before 2026-01-01 --yes')
    const planned = place.askJson<{ operations: unknown; plan_hash: string }>([...prune, '--dry-run'])
    expect(planned.operations).toMatchObject([{ op: 'entry.retract', id: 'aged-0' }])
    expect(ids(place)).toEqual(['aged-0', 'aged-1', 'aged-2'])
    expect(place.askJson([...prune, '--yes'])).toMatchObject({ plan_hash: planned.plan_hash })
    expect(ids(place)).toEqual(['aged-1', 'aged-2'])
    place.askJson(['undo'])
    expect(ids(place)).toEqual(['aged-0', 'aged-1', 'aged-2'])
  })
})
