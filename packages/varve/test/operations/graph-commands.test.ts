import { parseRecords, printJson, renderRecords } from '@varve/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { graph } from '../../src/operations/graph.ts'
import { linkList } from '../../src/operations/link-list.ts'
import { path } from '../../src/operations/path.ts'
import { tree } from '../../src/operations/tree.ts'
import { fillMemory, fillSample } from './sample-memory.ts'
import { openTestContext, type TestContext } from './test-context.ts'

let opened: TestContext
beforeEach(() => {
  opened = openTestContext()
})
afterEach(() => opened.close())

const DIGEST_SUMMARY =
  'Use `pnpm` 9, never npm or yarn; commit `pnpm-lock.yaml`; CI runs `pnpm install --frozen-lockfile` with ~/.pnpm-store cached (warm install 14 s).'

describe('varve tree', () => {
  beforeEach(() => fillSample(opened.context))

  test('prints the contracted graph, digests first [QP-06] [QP-08] [QP-09] [QP-19]', async () => {
    const { human } = await opened.run(tree, { id: 'qp-9f0e' })
    expect(human).toBe(`qp-9f0e [P] Release checklist
  related -> qp-d16e [P] Install tooling digest (compacts=3 compaction=44% via=qp-3e4f)
    related <- qp-4a5b [P] Node version
`)
  })

  test('gives the same as JSON [QP-09] [QP-41]', async () => {
    const { json } = await opened.run(tree, { id: 'qp-9f0e' })
    expect(JSON.stringify(json)).toBe(
      JSON.stringify({
        root: 'qp-9f0e',
        direction: 'both',
        max_hops: 3,
        truncated: false,
        truncation_reason: null,
        notes: [
          { id: 'qp-9f0e', title: 'Release checklist', type: 'permanent', tags: ['release'], hop: 0 },
          {
            id: 'qp-d16e',
            title: 'Install tooling digest',
            type: 'permanent',
            tags: ['digest'],
            hop: 1,
            via: 'qp-3e4f',
            compacts: 3,
            compaction_pct: 43.9,
          },
          { id: 'qp-4a5b', title: 'Node version', type: 'permanent', tags: ['tooling'], hop: 2 },
        ],
        links: [
          {
            from: 'qp-9f0e',
            to: 'qp-d16e',
            type: 'related',
            source: 'inline',
            via: ['qp-9f0e', 'qp-3e4f'],
          },
          {
            from: 'qp-d16e',
            to: 'qp-4a5b',
            type: 'related',
            source: 'virtual',
            via: ['qp-4a5b', 'qp-1a2b'],
          },
        ],
        spanning_tree: [
          { from: 'qp-9f0e', to: 'qp-d16e', type: 'related', hop: 1 },
          { from: 'qp-d16e', to: 'qp-4a5b', type: 'related', hop: 2 },
        ],
        issues: [],
      }),
    )
  })

  test('and as records [QP-09] [QP-22]', async () => {
    const { records } = await opened.run(tree, { id: 'qp-9f0e' })
    expect(
      records,
    ).toBe(`H varve=1 records=1 mode=tree root=qp-9f0e direction=both max_hops=3 notes=3 links=2 truncated=false
N qp-9f0e permanent "Release checklist" tags=release hop=0
S qp-9f0e Before a release run \`pnpm build\`, then check [[qp-3e4f]].
N qp-d16e permanent "Install tooling digest" tags=digest hop=1 compacts=3 compaction=44%
S qp-d16e ${DIGEST_SUMMARY}
N qp-4a5b permanent "Node version" tags=tooling hop=2
S qp-4a5b Node 20.11 is required; see .nvmrc.
E qp-9f0e related qp-d16e inline via=qp-3e4f
E qp-d16e related qp-4a5b virtual via=qp-1a2b
`)
    expect(renderRecords(parseRecords(records))).toBe(records.replace(/^(N \S+ \S+) "(\S+)"/gm, '$1 $2'))
  })

  test('starts from what stands for the note that was asked for, and says so [QP-08]', async () => {
    const { human, records } = await opened.run(tree, { id: 'qp-1a2b', maxHops: 0 })
    expect(human).toBe('qp-d16e [P] Install tooling digest (compacts=3 compaction=44% via=qp-1a2b)\n')
    expect(records).toContain(
      'N qp-d16e permanent "Install tooling digest" tags=digest hop=0 compacts=3 compaction=44% via=qp-1a2b\n',
    )
  })

  test.each([{ raw: true }, { noResolveCompaction: true }])(
    'shows every note for itself with %j [QP-34]',
    async (input) => {
      const { human } = await opened.run(tree, { id: 'qp-3e4f', ...input })
      expect(human).toBe(`qp-3e4f [L] CI cache (under=qp-d16e)
  related <- qp-9f0e [P] Release checklist
  supports -> qp-2c3d [P] Lockfile policy (under=qp-d16e)
    related <- qp-1a2b [P] Use pnpm for installs (under=qp-d16e)
      related <- qp-4a5b [P] Node version
`)
    },
  )

  test('names what lies under a digest, as far as a limit lets it [QP-10] [QP-66]', async () => {
    const ids = { id: 'qp-9f0e', maxHops: 1, withCompactionIds: true }
    const digest = 'qp-d16e [P] Install tooling digest (compacts=3 compaction=44% via=qp-3e4f)'
    expect((await opened.run(tree, ids)).human).toContain(`${digest}\n    qp-1a2b, qp-2c3d, qp-3e4f\n`)
    const cut = await opened.run(tree, { ...ids, compactionMaxNodes: 2 })
    expect(cut.human).toContain(`${digest}\n    qp-1a2b, qp-2c3d (2 of 3 shown)\n`)
    expect(cut.records).toContain(`D compacted qp-2c3d from=qp-d16e depth=1
D compacted_truncated digest=qp-d16e shown=2 total=3
`)
    expect(cut.json).toMatchObject({
      notes: [
        {},
        {
          compacts: 3,
          compacted_ids: [
            { id: 'qp-1a2b', depth: 1 },
            { id: 'qp-2c3d', depth: 1 },
          ],
          compacted_truncated: true,
          compacted_total: 3,
        },
      ],
    })
    const alone = await opened.run(tree, { id: 'qp-9f0e', compactionDepth: 4 })
    expect(alone.human).toBe((await opened.run(tree, { id: 'qp-9f0e' })).human)
  })

  test('shows the sources after their digest where it is expanded [QP-11]', async () => {
    const { human, records, json } = await opened.run(tree, {
      id: 'qp-d16e',
      maxHops: 0,
      expandCompaction: true,
    })
    expect(human).toContain(`
  qp-3e4f [L] CI cache (compacted_from=qp-d16e)
    CI caches ~/.pnpm-store`)
    expect(
      records,
    ).toContain(`N qp-2c3d permanent "Lockfile policy" tags=ci,tooling compacted_from=qp-d16e depth=1
B qp-2c3d
Commit`)
    expect(json).toMatchObject({
      notes: [{}, { id: 'qp-1a2b', compacted_from: 'qp-d16e', depth: 1 }, {}, {}],
    })
  })

  test('refuses what is not there, and limits that contradict each other [QP-13] [BR-78]', async () => {
    await expect(opened.run(tree, { id: 'qp-zzzz' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      opened.run(tree, { id: 'qp-9f0e', typedOnly: true, inlineOnly: true }),
    ).rejects.toMatchObject({
      code: 'usage',
    })
    await expect(opened.run(tree, { id: 'qp-9f0e', maxCost: 2 })).rejects.toMatchObject({ code: 'usage' })
  })

  test('stays within any budget in any format, with whole notes in their order [QP-20] [RS-37]', async () => {
    const forms = { human: String, records: String, json: printJson } as const
    const whole = await opened.run(tree, { id: 'qp-9f0e' })
    for (const [format, print] of Object.entries(forms) as ['human' | 'json' | 'records', typeof String][]) {
      const size = print(whole[format]).length
      for (let maxChars = 0; maxChars < size; maxChars += 7) {
        const result = await opened.run(tree, { id: 'qp-9f0e', maxChars })
        let text: string
        try {
          text = print(result[format])
        } catch (error) {
          expect(error).toMatchObject({ code: 'budget_too_small', exitCode: 2 })
          continue
        }
        expect(text.length).toBeLessThanOrEqual(maxChars)
        expect(text).toContain('budget')
      }
      const exact = await opened.run(tree, { id: 'qp-9f0e', maxChars: size })
      expect(print(exact[format])).toBe(print(whole[format]))
    }
  })
})

describe('an edge to a note seen before', () => {
  test('is named, and not followed [QP-19]', async () => {
    fillMemory(opened.context, {
      entries: { 'note-a': {}, 'note-b': {}, 'note-c': {} },
      links: [
        'note-a related note-b',
        'note-b related note-c',
        'note-c supports note-a',
        'note-a related note-b inline',
      ],
    })
    const { human, json } = await opened.run(tree, { id: 'note-a' })
    expect(human).toBe(`note-a [F] Text of note-a.
  related -> note-b [F] Text of note-b.
    related -> note-c (seen)
  supported-by <- note-c [F] Text of note-c.
`)
    expect((json as { links: unknown[] }).links).toHaveLength(4)
    const stored = await opened.run(tree, { id: 'note-a', noSemanticInversion: true })
    expect(stored.human).toContain('  supports <- note-c')
    expect(stored.records).toContain('E note-c supports note-a typed\n')
  })

  test('and what stopped the walk is said [QP-19]', async () => {
    fillMemory(opened.context, {
      entries: { 'note-a': {}, 'note-b': {}, 'note-c': {} },
      links: ['note-a related note-b', 'note-a related note-c'],
    })
    const { human, records, json } = await opened.run(tree, { id: 'note-a', maxNodes: 2 })
    expect(human).toContain('… cut short: max_nodes\n')
    expect(records).toContain(' truncated=true truncation_reason=max_nodes\n')
    expect(json).toMatchObject({ truncated: true, truncation_reason: 'max_nodes' })
  })
})

describe('varve path', () => {
  beforeEach(() => fillSample(opened.context))

  test('prints the way from note to note [QP-08] [QP-48]', async () => {
    const { human, json, records } = await opened.run(path, { from: 'qp-9f0e', to: 'qp-4a5b' })
    expect(human).toBe(`qp-9f0e [P] Release checklist
  related -> qp-d16e [P] Install tooling digest (compacts=3 compaction=44% via=qp-3e4f)
  related <- qp-4a5b [P] Node version
Path length: 2
`)
    expect(json).toMatchObject({
      from: 'qp-9f0e',
      to: 'qp-4a5b',
      direction: 'both',
      found: true,
      path_length: 2,
      notes: [{ id: 'qp-9f0e' }, { id: 'qp-d16e', via: 'qp-3e4f' }, { id: 'qp-4a5b' }],
      links: [{ to: 'qp-d16e' }, { to: 'qp-4a5b', source: 'virtual' }],
    })
    expect(records).toBe(`H varve=1 records=1 mode=path from=qp-9f0e to=qp-4a5b found=true length=2
N qp-9f0e permanent "Release checklist" tags=release hop=0
N qp-d16e permanent "Install tooling digest" tags=digest hop=1 compacts=3 compaction=44%
N qp-4a5b permanent "Node version" tags=tooling hop=2
E qp-9f0e related qp-d16e inline via=qp-3e4f
E qp-d16e related qp-4a5b virtual via=qp-1a2b
`)
  })

  test('between notes that one digest stands for has no step [QP-48]', async () => {
    const { human, json } = await opened.run(path, { from: 'qp-1a2b', to: 'qp-3e4f' })
    expect(json).toMatchObject({ found: true, path_length: 0, notes: [{ id: 'qp-d16e' }], links: [] })
    expect(human).toContain('Path length: 0\n')
  })

  test('that does not exist is no error [QP-48]', async () => {
    const none = await opened.run(path, { from: 'qp-4a5b', to: 'qp-9f0e', direction: 'in' })
    expect(none.human).toBe('No path\n')
    expect(none.json).toMatchObject({ found: false, notes: [], links: [], path_length: 0 })
    expect(none.records).toBe('H varve=1 records=1 mode=path from=qp-4a5b to=qp-9f0e found=false length=0\n')
    await expect(opened.run(path, { from: 'qp-4a5b', to: 'qp-zzzz' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

test('a store with broken lineage is walked all the same, and the issue named [QP-04] [QP-33] [QP-34] [BR-71]', async () => {
  fillMemory(opened.context, {
    entries: { 'top-one': {}, 'top-two': {}, 'note-n': {}, 'note-m': {}, 'ring-a': {}, 'ring-b': {} },
    links: ['note-m related note-n', 'note-m related ring-a'],
    lineage: [
      'top-one digests note-n',
      'top-two digests note-n',
      'ring-a digests ring-b',
      'ring-b digests ring-a',
    ],
  })
  const { json, human, records, issues } = await opened.run(tree, { id: 'note-m' })
  expect(human).toContain('related -> note-n')
  expect(human).toContain('related -> ring-a')
  expect(issues?.map(({ code }) => code).sort()).toEqual(['lineage_cycle', 'multiple_tops'])
  expect(json).toMatchObject({ issues: [{ severity: 'error' }, { severity: 'error' }] })
  expect(records).toContain('\nW multiple_tops note-n ')
  const { json: raw } = await opened.run(tree, { id: 'note-m', raw: true })
  expect(raw).toMatchObject({ notes: [{}, { id: 'note-n' }, { id: 'ring-a' }] })
})

describe('varve link list', () => {
  beforeEach(() => fillSample(opened.context))

  test('lists what leads from a note and to it, as the digest has it [QP-06] [QP-07]', async () => {
    const { human, records, json } = await opened.run(linkList, { id: 'qp-1a2b' })
    expect(human).toBe(`<- qp-4a5b Node version [related] (virtual)
<- qp-9f0e Release checklist [related] (virtual)
`)
    expect(records).toBe(`H varve=1 records=1 mode=link.list id=qp-d16e via=qp-1a2b count=2 missing=0
E qp-d16e related qp-4a5b virtual via=qp-1a2b
E qp-d16e related qp-9f0e virtual via=qp-3e4f
`)
    expect(json).toMatchObject({
      id: 'qp-d16e',
      via: 'qp-1a2b',
      links: [{ to: 'qp-4a5b', title: 'Node version' }, {}],
    })
  })

  test('lists the links of the note itself where it is asked raw, in one direction where asked [QP-34]', async () => {
    const { human } = await opened.run(linkList, { id: 'qp-1a2b', raw: true })
    expect(human).toBe(`-> qp-2c3d Lockfile policy [related] (inline)
<- qp-4a5b Node version [related] (virtual)
`)
    const inbound = await opened.run(linkList, {
      id: 'qp-2c3d',
      raw: true,
      direction: 'in',
      type: ['supported-by'],
    })
    expect(inbound.human).toBe('<- qp-3e4f CI cache [supported-by] (virtual)\n')
    expect((await opened.run(linkList, { id: 'qp-4a5b', direction: 'in' })).human).toBe('No links\n')
  })

  test('names what is not here yet', async () => {
    fillMemory(opened.context, { entries: { 'note-x': {} }, links: ['note-x related note-gone'] })
    const { human } = await opened.run(linkList, { id: 'note-x' })
    expect(human).toBe('-> note-gone (not here yet) [related] (typed)\n')
  })
})

describe('varve graph', () => {
  beforeEach(() => fillSample(opened.context))

  test('prints what joins the memory, and how much lies under each digest', async () => {
    const { human, records } = await opened.run(graph)
    expect(human).toContain('qp-d16e  Install tooling digest  (over 3)\n')
    expect(renderRecords(parseRecords(records))).toBe(records)
    const { json } = await opened.run(graph, { id: 'qp-9f0e', maxHops: 1 })
    expect(json).toMatchObject({
      root: 'qp-9f0e',
      notes: [{ id: 'qp-9f0e' }, { id: 'qp-d16e', under: 3 }],
      links: [{ from: 'qp-9f0e', type: 'related', to: 'qp-d16e', via: ['qp-9f0e', 'qp-3e4f'] }],
      total: null,
      truncated: false,
    })
  })

  test('says what it left out', async () => {
    const { human, json } = await opened.run(graph, { raw: true, maxNodes: 3 })
    expect(human).toContain('… 3 of 6 notes shown: --max-nodes')
    expect(json).toMatchObject({ truncated: true, total: { notes: 6 } })
  })
})
