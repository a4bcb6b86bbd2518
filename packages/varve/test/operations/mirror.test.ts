import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyPlan, entryId, openView } from '@varve/core'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { parseLeanspecEntry } from '../../src/import/leanspec/parse-entry.ts'
import { add } from '../../src/operations/add.ts'
import { edit } from '../../src/operations/edit.ts'
import { knowledgeSync } from '../../src/operations/knowledge-sync.ts'
import { writeMirror } from '../../src/operations/mirror/write-mirror.ts'
import { purge } from '../../src/operations/purge.ts'
import { undo } from '../../src/operations/undo.ts'
import { openTestContext, type TestContext } from './test-context.ts'

const PROJECT = '7d444840-9dc0-11d1-b245-5ffdce74fad2'
const opened: TestContext[] = []
afterEach(() => {
  for (const place of opened.splice(0)) place.close()
})

/** A clone of a project whose mirror is on. */
function clone(): TestContext {
  const place = openTestContext({ project: { id: PROJECT }, memory: { mirror: 'leanspec' } })
  opened.push(place)
  return place
}

function filesOf({ project }: TestContext): ReadonlyMap<string, string> {
  const top = join(project, '.varve')
  const names = ['entries', 'events'].flatMap((folder) =>
    existsSync(join(top, folder)) ? readdirSync(join(top, folder)).map((name) => join(folder, name)) : [],
  )
  return new Map(names.sort().map((name) => [name, readFileSync(join(top, name), 'utf8')]))
}

/** As git merges: files of both sides; two of one name would be a conflict. */
function merge(one: TestContext, other: TestContext): void {
  const [a, b] = [filesOf(one), filesOf(other)]
  for (const [name, text] of a) expect(b.get(name) ?? text, name).toBe(text)
  const copy = (from: TestContext, to: TestContext) =>
    cpSync(join(from.project, '.varve'), join(to.project, '.varve'), { recursive: true, force: false })
  copy(one, other)
  copy(other, one)
}

function viewOf({ context }: TestContext) {
  const reader = context.reading()
  const view = openView(reader, [])
  const ids = Array.from(reader.entries({ visibility: 'all' }), ({ id }) => id).sort()
  return {
    entries: ids.map((id) => [id, reader.entry(id)?.content, view.viewOf(id)]),
    issues: view.issues(),
  }
}

async function put(place: TestContext, text: string, supersedes: readonly string[] = []): Promise<string> {
  const { json } = await place.run(add, { text, category: 'conventions', supersedes })
  return String(Reflect.get(json, 'id'))
}

const step = fc.record({
  who: fc.nat(1),
  act: fc.constantFrom('add', 'add', 'supersede', 'edit', 'retract', 'undo', 'exchange'),
  pick: fc.nat(),
  text: fc.constantFrom('Use pnpm', 'use  pnpm', 'Use npm', 'Money is in cents'),
})

test('two clones have equal views after a merge and a sync, whatever each did before, and no file conflicts [LS-67] [LS-07]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const clones = [clone(), clone()] as const
      const exchange = async () => {
        merge(...clones)
        for (const place of clones) await place.run(knowledgeSync)
      }
      for (const { who, act, pick, text } of steps) {
        const place = clones[who === 0 ? 0 : 1]
        const ids = Array.from(place.context.reading().entries({ visibility: 'all' }), ({ id }) => id).sort()
        const id = ids[pick % Math.max(1, ids.length)]
        const before = filesOf(place)
        if (act === 'exchange') await exchange()
        else if (act === 'add' || id === undefined) await put(place, text)
        else if (act === 'supersede') await put(place, `${text} now`, [id]).catch(() => {})
        else if (act === 'edit') await place.run(edit, { id, text: `${text} ${pick}` }).catch(() => {})
        else if (act === 'retract') await place.run(edit, { id, retract: true }).catch(() => {})
        else await place.run(undo, { cascade: true }).catch(() => {})
        const after = filesOf(place)
        for (const [name, bytes] of before) expect(after.get(name), name).toBe(bytes)
      }
      await exchange()
      expect(viewOf(clones[0])).toEqual(viewOf(clones[1]))
      const settled = filesOf(clones[0])
      await exchange()
      expect(filesOf(clones[0])).toEqual(settled)
      expect(filesOf(clones[1])).toEqual(settled)
      for (const place of opened.splice(0)) place.close()
    }),
    { numRuns: 12 },
  )
})

describe('a mirror', () => {
  test('has a file that LeanSpec reads for each new entry, and one for each change', async () => {
    const place = clone()
    const old = await put(place, 'Use npm')
    await put(place, 'Use pnpm', [old])
    await place.run(edit, { id: old, retract: true })
    const files = filesOf(place)
    const entries = [...files].filter(([name]) => name.startsWith('entries'))
    expect(entries.map(([name]) => name)).toEqual([
      expect.stringMatching(/^entries\/2026-03-07T00-00-\d\d\.000Z-[0-9a-f]{8}\.json$/),
      expect.stringMatching(/^entries\/2026-03-07T00-00-\d\d\.000Z-[0-9a-f]{8}\.json$/),
    ])
    const parsed = entries.map(([file, text]) =>
      parseLeanspecEntry(text, { format: 'leanspec', file, line: 1, trust: 'agent' }),
    )
    expect(parsed).toMatchObject([
      { entry: { id: old, fields: { content: 'Use npm' }, supersedes: [] } },
      { entry: { fields: { content: 'Use pnpm' }, supersedes: [old] } },
    ])
    const events = [...files]
      .filter(([name]) => name.startsWith('events'))
      .map(([, text]) => JSON.parse(text))
    expect(events).toHaveLength(3)
    expect(events[2]).toMatchObject({
      actor: 'tester',
      at: expect.any(String),
      ops: [{ op: 'entry.retract' }],
    })
  })

  test('takes in an entry that another tool wrote, and gives it to the others', async () => {
    const [one, other] = [clone(), clone()]
    await put(one, 'Use pnpm')
    const entry = {
      id: 'by-hand-1',
      category: 'decisions',
      content: 'Money is in cents',
      created: '2026-03-01T00:00:00Z',
    }
    writeFileSync(join(one.project, '.varve/entries/by-hand.json'), JSON.stringify(entry))
    await one.run(knowledgeSync)
    merge(one, other)
    await other.run(knowledgeSync)
    expect(viewOf(other)).toEqual(viewOf(one))
    expect(JSON.stringify(viewOf(other))).toContain('Money is in cents')
    expect([...filesOf(one).keys()].filter((name) => name.startsWith('entries'))).toHaveLength(2)
  })

  test('lacks what was purged, here and wherever the purge comes to', async () => {
    const [one, other] = [clone(), clone()]
    const id = await put(one, 'The door code is otter')
    await put(one, 'Use pnpm')
    merge(one, other)
    await other.run(knowledgeSync)
    const { json } = await one.run(purge, { ids: [id], reason: 'private', yes: true })
    expect(json).toMatchObject({ out_of_reach: expect.arrayContaining(['what git keeps of the mirror']) })
    expect([...filesOf(one).values()].join()).not.toContain('otter')
    // Git brings the new event; the old files still lie there.
    cpSync(join(one.project, '.varve/events'), join(other.project, '.varve/events'), { recursive: true })
    await other.run(knowledgeSync)
    expect([...filesOf(other).values()].join()).not.toContain('otter')
    expect(viewOf(other)).toEqual(viewOf(one))
  })

  test('names an event that is no whole record, and takes in the others', async () => {
    const [one, other] = [clone(), clone()]
    await put(one, 'Use pnpm')
    await put(one, 'Money is in cents')
    merge(one, other)
    const [name = ''] = readdirSync(join(other.project, '.varve/events')).sort()
    const path = join(other.project, '.varve/events', name)
    writeFileSync(path, readFileSync(path, 'utf8').replace('Use pnpm', 'Use npm'))
    const { json, exit } = await other.run(knowledgeSync)
    expect(exit).toBe(3)
    expect(json).toMatchObject({ quarantined: 1, issues: [{ code: 'journal_corrupt', subjects: [name] }] })
  })

  test('is off unless it was switched on', async () => {
    const place = openTestContext()
    opened.push(place)
    await put(place, 'Use pnpm')
    expect(filesOf(place).size).toBe(0)
  })
})

test('the name of a file that a foreign pack says leads nowhere outside of the mirror', async () => {
  const place = clone()
  const original = { file: '../../evil.json', text: '{"id":"x"}' }
  const record = place.context.writing().transact('test', (writer) =>
    applyPlan(
      writer,
      {
        stage: 'import',
        command: 'import pack',
        operations: [
          {
            op: 'entry.add',
            id: entryId('evil-1'),
            fields: {
              content: 'Harmless.',
              type: 'fact',
              category: 'conventions',
              tags: [],
              refs: [],
              source: { kind: 'import', trust: 'repo', format: 'leanspec' },
              confidence: 'medium',
              scope: 'project',
              created: 0,
              original,
            },
          },
        ],
        base: [],
      },
      { actor: 'x', via: 'cli', branch: null, now: 1 },
    ),
  )
  const reader = place.context.reading()
  const top = join(place.project, '.varve')
  writeMirror({ entries: join(top, 'entries'), events: join(top, 'events') }, reader, record)
  expect(existsSync(join(place.project, 'evil.json'))).toBe(false)
  expect(readdirSync(join(top, 'entries'))).toHaveLength(1)
})
