import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contents, errorOf, expectSound, logged, shown } from './memory-of.ts'
import { stampTree } from './read-tree.ts'
import type { Sandbox } from './sandbox.ts'
import { add, show } from './statements.ts'
import { throwAway } from './throw-away.ts'

/** Changes of every kind, one command each. */
function changes(place: Sandbox): readonly (readonly string[])[] {
  place.write(
    'three.jsonl',
    '{"id":"imp1","content":"Imported one"}\n{"id":"imp2","content":"Imported two"}\n',
  )
  return [
    ['add', 'Use npm', '--category', 'conventions'],
    ['import', 'jsonl', 'three.jsonl'],
    ['add', 'Replaced the first', '--supersedes', 'imp1'],
    ['edit', 'imp2', '--text', 'Imported two, revised', '--tag', 'b', '--tag', 'a'],
    ['edit', 'imp2', '--remove-tag', 'a', '--title', 'A title', '--pin'],
    ['link', 'add', 'imp1', 'imp2', '--type', 'supports'],
    ['edit', 'imp2', '--text', 'Imported two, revised twice', '--confidence', 'high', '--unpin'],
    ['link', 'remove', 'imp1', 'imp2', '--type', 'supports'],
    ['edit', 'imp2', '--retract'],
    ['edit', 'imp2', '--restore'],
    ['add', 'Use  npm.'],
    ['edit', 'imp2', '--title', '', '--category', 'decisions', '--value', '90'],
  ]
}

/** All that is held to be true, to the byte. */
function resolved(place: Sandbox): string {
  const list = place.ask(['list', '--limit', '0', '--json']).stdout
  const pack = place.ask(['export', 'pack', '-']).stdout.split('\n')
  // What was taken back is there still, and held to be true no more.
  const held = pack.slice(1, -2).filter((line) => !line.includes('"state":"retracted"'))
  return `${list}${held.join('\n')}`
}

describe('undo', () => {
  test('goes back step by step to the same bytes, and redo forward again [LS-56] [RS-16]', () => {
    const place = throwAway()
    place.askJson(['add', 'Here from the beginning'])
    const states: string[] = []
    for (const args of changes(place)) {
      states.push(resolved(place))
      place.askJson(args)
    }
    const last = resolved(place)
    for (const state of states.toReversed()) {
      place.askJson(['undo'])
      expect(resolved(place)).toBe(state)
    }
    for (const state of [...states.slice(1), last]) {
      place.askJson(['redo'])
      expect(resolved(place)).toBe(state)
    }
    expect(place.run(['redo']).status).toBe(3)
    expectSound(place)
  })

  test('of one of many takes back that one alone, and refuses where later work stands on it [BR-15] [RS-17]', () => {
    const place = throwAway()
    const plans = ['one', 'two', 'three'].map((text) => {
      add(place, `Independent ${text}`)
      return logged(place)[0]?.plan_id ?? ''
    })
    place.askJson(['undo', plans[0] ?? ''])
    expect(contents(shown(place))).toEqual(['Independent three', 'Independent two'])
    const [entry] = shown(place)
    place.askJson(['edit', entry?.id ?? '', '--text', 'Edited since'])
    const later = logged(place)[0]?.plan_id ?? ''
    const first = logged(place, '--entry', entry?.id ?? '').at(-1)?.plan_id ?? ''
    const refused = place.run(['undo', first, '--json'])
    expect(refused).toMatchObject({ status: 3, stdout: '' })
    expect(errorOf(refused.stderr)).toMatchObject({
      type: 'undo_conflict',
      subjects: [later],
      fix: [`varve undo ${first} --cascade`, `varve undo ${later}`],
    })
    expect(place.askJson(['undo', first, '--cascade'])).toMatchObject({ undoes: [first, later].sort() })
    expect(shown(place)).toHaveLength(1)
    expect(place.run(['undo', first, '--json']).stderr).toContain('undone already')
    expectSound(place)
  })
})

describe('undo that keeps later edits', () => {
  test('brings back what was replaced, and keeps the edited text as an entry of its own [BR-15] [RS-17]', () => {
    const place = throwAway()
    const old = add(place, 'Use npm')
    const { id } = add(place, 'Use pnpm', '--supersedes', old.id)
    const plan = logged(place)[0]?.plan_id ?? ''
    place.askJson(['edit', id, '--text', 'Use pnpm 10'])
    const refused = errorOf(place.run(['undo', plan, '--json']).stderr)
    expect(refused.fix.slice(0, 2)).toEqual([
      `varve undo ${plan} --cascade`,
      `varve undo ${plan} --keep-edits`,
    ])
    expect(place.run(['undo', plan, '--keep-edits', '--cascade']).status).toBe(2)
    place.askJson(['undo', plan, '--keep-edits'])
    expect(contents(shown(place))).toEqual(['Use npm', 'Use pnpm 10'])
    place.askJson(['redo'])
    expect(contents(shown(place))).toEqual(['Use pnpm 10'])
    expectSound(place)
  })

  test('of one group leaves the others that the same run put under one another [LS-58]', () => {
    const place = throwAway()
    for (const text of ['Use the pnpm', 'Use pnpm', 'Never deploy on a Friday', 'Never deploy on Friday']) {
      add(place, text)
    }
    const before = shown(place).length
    place.askJson(['compact'])
    const [run] = logged(place)
    const tops = (run?.ops ?? []).flatMap(({ op, top }) => (op === 'lineage.add' ? [String(top)] : []))
    expect(tops).toHaveLength(2)
    const group = tops[0]?.slice(0, 8) ?? ''
    const { stdout } = place.run(['undo', '--group', group])
    expect(stdout).toContain(`${group} of pl_`)
    expect(shown(place)).toHaveLength(before - 1)
    expect(place.run(['undo', run?.plan_id ?? '', '--group', group]).status).toBe(3)
    expect(place.askJson(['undo', run?.plan_id ?? ''])).toMatchObject({ undoes: [run?.plan_id] })
    expect(shown(place)).toHaveLength(before)
    expectSound(place)
  })
})

describe('a dry run', () => {
  test('is the plan of the real run, and leaves every byte as it was [LS-21]', () => {
    const place = throwAway()
    place.askJson(['add', 'Here from the beginning'])
    place.askJson(['compact'])
    const dated = (text: string) => text.replaceAll('}\n', ',"created":"2026-01-01"}\n')
    for (const args of changes(place)) {
      if (args[0] === 'import') {
        place.write(
          'three.jsonl',
          dated('{"id":"imp1","content":"Imported one"}\n{"id":"imp2","content":"Imported two"}\n'),
        )
      }
      const before = [...stampTree(place.project), ...stampTree(join(place.home, 'projects'))]
      const planned = place.askJson<{ plan_hash?: string; operations?: unknown }>([...args, '--dry-run'])
      for (const also of [['undo'], ['redo'], ['compact'], ['purge', 'imp1', '--reason', 'test']]) {
        place.ask([...also, '--dry-run'])
      }
      expect([...stampTree(place.project), ...stampTree(join(place.home, 'projects'))]).toEqual(before)
      const applied = place.askJson<{ plan_hash?: string; operations?: unknown; plan_id: string }>(args)
      // A new entry's id and date are made when it is added; nothing else of a plan is.
      if (args[0] === 'add') continue
      expect(applied.plan_hash).toBe(planned.plan_hash)
      expect(applied.operations).toEqual(planned.operations)
    }
    const planned = place.askJson<{ plan_hash: string; operations: unknown }>(['undo', '--dry-run'])
    expect(place.askJson(['undo'])).toMatchObject({
      plan_hash: planned.plan_hash,
      operations: planned.operations,
    })
  })
})

describe('the log', () => {
  test('says of every change who, when, how and what [LS-23]', () => {
    const place = throwAway()
    const began = Date.now()
    for (const args of changes(place)) place.askJson(args, { env: { VARVE_ACTOR: `person ${args[0]}` } })
    place.askJson(['undo'])
    place.askJson(['edit', 'imp1', '--tag', 'why', '--reason', 'because of the review'])
    const plans = logged(place)
    expect(plans).toHaveLength(changes(place).length + 2)
    for (const plan of plans) {
      expect(plan.plan_id).toMatch(/^pl_[0-9a-f]{32}$/)
      expect(new Date(plan.at).getTime()).toBeGreaterThanOrEqual(began - 1)
      expect(plan.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(plan).toMatchObject({ via: 'cli', actor: expect.stringMatching(/^person |^tester$/) })
      expect(plan.ops.length).toBeGreaterThan(0)
    }
    expect(plans.map(({ plan_id: id }) => id)).toEqual(
      plans
        .map(({ plan_id: id }) => id)
        .toSorted()
        .reverse(),
    )
    expect(plans[0]).toMatchObject({ reason: 'because of the review', stage: 'edit' })
    expect(plans[1]).toMatchObject({ stage: 'undo' })
    expect(plans[2]).toMatchObject({ undone_by: plans[1]?.plan_id })
    expect(logged(place, '--stage', 'import')).toHaveLength(1)
    const ofEntry = logged(place, '--entry', 'imp1')
    expect(ofEntry.length).toBeGreaterThanOrEqual(4)
    for (const { ops } of ofEntry) expect(JSON.stringify(ops)).toContain('imp1')
    expect(place.askJson<{ items: unknown[] }>(['log', '--limit', '3']).items).toHaveLength(3)
  })

  test('gives the memory back as it was at any record [RS-100]', () => {
    const place = throwAway()
    const seen: (readonly [plan: string, list: string])[] = []
    for (const args of changes(place)) {
      place.askJson(args)
      seen.push([logged(place)[0]?.plan_id ?? '', place.ask(['list', '--limit', '0', '--json']).stdout])
    }
    for (const [plan, list] of seen) {
      expect(place.ask(['list', '--limit', '0', '--as-of', plan, '--json']).stdout).toBe(list)
    }
    expect(place.askJson(['list', '--as-of', '2000-01-01'])).toMatchObject({ items: [] })
    const [, second] = seen
    expect(place.askJson(['show', 'imp2', '--as-of', second?.[0] ?? ''])).toMatchObject({
      content: 'Imported two',
    })
    expect(show(place, 'imp2', '--history')).toMatchObject({
      revisions: [
        { content: 'Imported two' },
        { content: 'Imported two, revised' },
        { content: 'Imported two, revised', title: 'A title' },
        { content: 'Imported two, revised twice', title: 'A title' },
        { content: 'Imported two, revised twice' },
      ],
    })
  })
})
