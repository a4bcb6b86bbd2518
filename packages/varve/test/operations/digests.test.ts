import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseRecords, VarveError } from '@varve/core'
import { DIGEST_GUIDE } from '@varve/core/digest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { compactApply } from '../../src/operations/compact-apply.ts'
import { compactGuide } from '../../src/operations/compact-guide.ts'
import { compactRemove } from '../../src/operations/compact-remove.ts'
import { compactReport } from '../../src/operations/compact-report.ts'
import { compactShow } from '../../src/operations/compact-show.ts'
import { compactStatus } from '../../src/operations/compact-status.ts'
import { edit } from '../../src/operations/edit.ts'
import { linkAdd } from '../../src/operations/link-add.ts'
import { list } from '../../src/operations/list.ts'
import type { OperationResult } from '../../src/operations/operation.ts'
import { show } from '../../src/operations/show.ts'
import { undo } from '../../src/operations/undo.ts'
import { edge, openSample, SOURCES, write } from './sample-digests.ts'
import type { TestContext } from './test-context.ts'

let opened: TestContext
beforeEach(() => {
  opened = openSample()
})
afterEach(() => opened.close())

const D = 'qp-d16e'
const apply = (input: object = { note: SOURCES }) => opened.run(compactApply, { digest: D, ...input })
const jsonOf = <T = Record<string, unknown>>({ json }: OperationResult): T => json as T

async function listed(input: object = {}): Promise<readonly string[]> {
  const { items } = jsonOf<{ readonly items: readonly { readonly id: string }[] }>(
    await opened.run(list, { sort: 'id', ...input }),
  )
  return items.map(({ id }) => id)
}

function recordCount(): number {
  return opened.context.reading().records({}).length
}

/** What a refused command says: its exit, its message, and the commands that mend it. */
async function refusal(run: Promise<unknown>): Promise<readonly [number, string, readonly string[]]> {
  const thrown = await run.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!VarveError.isInstance(thrown)) throw thrown ?? new Error('nothing was refused')
  return [thrown.exitCode, thrown.message, thrown.fix]
}

/** What the guard says of the sample's digest: it leaves a figure to its sources. */
const REGISTERED = {
  guard_v: 5,
  verdict: 'review',
  anchors: { total: 8, kept: 7 },
  coverage: 0.4783,
  novelty: 0.3889,
  findings: ['modality-lost', 'quantifier-lost', 'novelty'].map((check) => ({ check, severity: 'review' })),
  dropped: [],
}
const LOST = { type: 'num', anchor: expect.stringMatching(/^[0-9a-f]{16}$/), source: 'qp-3e4f' }
const OF_SOURCE: Readonly<Record<string, object>> = {
  'qp-3e4f': {
    findings: [{ check: 'lost', severity: 'review', ...LOST }, ...REGISTERED.findings],
    dropped: [{ ...LOST, reason: 'out-of-scope', text: '96 s' }],
  },
}
const GUARD = {
  guard_v: 5,
  verdict: 'review',
  anchors: { total: 8, kept: 7 },
  coverage: 0.4783,
  novelty: 0.3889,
  findings: [
    { check: 'lost', code: 'G07', severity: 'review', type: 'num', anchor: '96 s', source: 'qp-3e4f' },
    { check: 'modality-lost', code: 'G18', severity: 'review', detail: 'OBL→FORB' },
    { check: 'quantifier-lost', code: 'G19', severity: 'review', detail: 'ALL→' },
    { check: 'novelty', code: 'G12', severity: 'review', detail: '0.39' },
  ],
}
const GUARD_RECORDS = `W guard_findings qp-d16e against its sources: review: 4 findings — lost num "96 s" (from qp-3e4f); modality-lost OBL→FORB; quantifier-lost ALL→; novelty 0.39
D finding lost code=G07 severity=review type=num anchor="96 s" source=qp-3e4f
D finding modality-lost code=G18 severity=review detail=OBL→FORB
D finding quantifier-lost code=G19 severity=review detail=ALL→
D finding novelty code=G12 severity=review detail=0.39
`

describe('compact apply', () => {
  test('says what it did in all three formats [QP-01]', async () => {
    const { human, json, records } = await apply()
    const { plan_id, ...rest } = json as { readonly plan_id: string }
    expect(human).toBe(`Applied compaction
  Digest: qp-d16e Install tooling digest
  Added 3, already present 0; compacts 3 notes:
    - qp-1a2b Use pnpm for installs
    - qp-2c3d Lockfile policy
    - qp-3e4f CI cache
  Compaction: 43.9%
`)
    expect(plan_id).toMatch(/^pl_[0-9a-f]{32}$/)
    expect(rest).toEqual({
      digest_id: D,
      kind: 'digests',
      added: SOURCES,
      already: [],
      moved: [],
      compacts: SOURCES,
      count: 3,
      compaction_pct: 43.9,
      dry_run: false,
      guard: GUARD,
      issues: [],
    })
    expect(
      records,
    ).toBe(`H varve=1 records=1 mode=compact.apply digest=qp-d16e count=3 added=3 already=0 compaction=43.9% plan=${plan_id}
D compacted qp-1a2b
D compacted qp-2c3d
D compacted qp-3e4f
${GUARD_RECORDS}`)
  })

  test('the same set again writes nothing and says so [QP-01]', async () => {
    await apply()
    const before = recordCount()
    const { human, json, records } = await apply({ note: [...SOURCES].reverse() })
    expect(human).toBe('Nothing to do: qp-d16e already compacts these 3 notes\n')
    expect(json).toMatchObject({ added: [], already: SOURCES, plan_id: null })
    expect(records.split('\n')[0]).toContain('added=0 already=3 compaction=43.9% plan=-')
    expect(recordCount()).toBe(before)
  })

  test('ids from flags, standard input and a file are united, with what is there already [QP-01]', async () => {
    await apply({ note: ['qp-1a2b'] })
    writeFileSync(join(opened.project, 'ids.txt'), 'qp-2c3d, # the lockfile\nqp-1a2b\n')
    const context = { ...opened.context, readInput: async () => '["qp-3e4f"]' }
    const { json } = await compactApply.run(
      {
        digest: D,
        note: [],
        fromStdin: true,
        notesFile: 'ids.txt',
        kind: undefined,
        move: false,
        refresh: false,
        reviewed: false,
        strict: false,
        dryRun: false,
        planOut: undefined,
      },
      context,
    )
    expect(json).toMatchObject({ added: ['qp-2c3d', 'qp-3e4f'], already: ['qp-1a2b'], compacts: SOURCES })
  })

  test('a dry run says what the run would, and writes nothing', async () => {
    const before = recordCount()
    const dry = await apply({ note: SOURCES, dryRun: true })
    expect(recordCount()).toBe(before)
    expect(dry.human).toMatch(/^Would have applied compaction\n/)
    const { json } = await apply()
    expect({ ...dry.json, plan_id: 0, dry_run: 0 }).toEqual({ ...json, plan_id: 0, dry_run: 0 })
  })

  test('what is under a digest is hidden, stays as it is, and an undo gives the same bytes back [QP-05] [QP-29]', async () => {
    const raw = async () => Promise.all(SOURCES.map((id) => opened.run(show, { id, raw: true })))
    const before = { list: await opened.run(list, {}), contents: (await raw()).map(contentOf) }
    await apply()
    expect(await listed()).toEqual(['qp-4a5b', 'qp-9f0e', D])
    expect(await listed({ raw: true })).toContain('qp-1a2b')
    expect((await raw()).map(contentOf)).toEqual(before.contents)
    expect((await opened.run(show, { id: 'qp-3e4f' })).json).toMatchObject({ id: D, via: 'qp-3e4f' })
    await opened.run(undo, {})
    expect(await opened.run(list, {})).toEqual(before.list)
  })

  test.each<[name: string, input: object, exit: number, message: string, fix: readonly string[] | undefined]>(
    [
      ['no ids', {}, 2, 'no source ids given (use --note, --from-stdin or --notes-file)', undefined],
      [
        'unknown sources',
        { note: ['qp-zzzz', 'qp-yyyy', 'qp-1a2b'] },
        3,
        'not found: qp-zzzz, qp-yyyy',
        undefined,
      ],
      ['an unknown digest', { digest: 'qp-zzzz', note: ['qp-1a2b'] }, 3, 'not found: qp-zzzz', undefined],
      ['itself', { note: [D] }, 3, `self_lineage: ${D} cannot stand in for itself`, []],
    ],
  )('%s is refused, and nothing is written [QP-01] [QP-03]', async (_, input, exit, message, fix) => {
    const before = recordCount()
    const refused = await refusal(apply(input))
    expect(refused.slice(0, 2)).toEqual([exit, message])
    if (fix !== undefined) expect(refused[2]).toEqual(fix)
    expect(recordCount()).toBe(before)
  })

  test('a retracted digest is refused', async () => {
    await opened.run(edit, { id: D, retract: true })
    expect(await refusal(apply())).toEqual([3, `retracted: ${D}`, [`varve edit ${D} --restore`]])
  })

  test('a circle is refused, with the way round it [QP-03]', async () => {
    await apply()
    expect(await refusal(opened.run(compactApply, { digest: 'qp-1a2b', note: [D] }))).toEqual([
      3,
      'lineage_cycle: qp-1a2b -> qp-d16e -> qp-1a2b',
      [],
    ])
  })

  test('every problem is told at once, and its commands after them [QP-03]', async () => {
    await opened.run(compactApply, { digest: 'qp-9f0e', note: ['qp-1a2b', 'qp-2c3d'] })
    expect(await refusal(apply({ note: [D, ...SOURCES] }))).toEqual([
      3,
      [
        `self_lineage: ${D} cannot stand in for itself`,
        'multiple_tops: qp-1a2b is already under qp-9f0e',
        'multiple_tops: qp-2c3d is already under qp-9f0e',
      ].join('\n'),
      [`varve compact apply ${D} --note qp-1a2b --move`, `varve compact apply ${D} --note qp-2c3d --move`],
    ])
  })

  test('what is under another entry already goes under no second one, and that entry is named [MG-50]', async () => {
    await opened.run(compactApply, { digest: 'qp-9f0e', note: ['qp-1a2b'] })
    for (const kind of ['merges', 'consolidates', 'digests']) {
      const [exit, message] = await refusal(apply({ note: ['qp-1a2b', 'qp-2c3d'], kind }))
      expect([exit, message]).toEqual([3, 'multiple_tops: qp-1a2b is already under qp-9f0e'])
    }
    expect((await opened.run(compactStatus, { id: 'qp-2c3d' })).json).toMatchObject({ compactor: null })
  })

  test('a source changes its top in one record [QP-30]', async () => {
    await opened.run(compactApply, { digest: 'qp-9f0e', note: ['qp-1a2b', 'qp-4a5b'] })
    const before = recordCount()
    const { json, human } = await apply({ note: SOURCES, move: true })
    expect(json).toMatchObject({ added: SOURCES, moved: ['qp-1a2b'] })
    expect(human).toContain('  Moved from another digest: qp-1a2b Use pnpm for installs\n')
    expect(recordCount()).toBe(before + 1)
    expect((await opened.run(compactShow, { digest: 'qp-9f0e' })).json).toMatchObject({
      compacts: ['qp-4a5b'],
    })
  })

  test('a digest of a digest hides both, and a duplicate keeps its twin', async () => {
    await apply({ note: ['qp-1a2b', 'qp-2c3d'] })
    await opened.run(compactApply, { digest: 'qp-9f0e', note: [D, 'qp-3e4f'] })
    expect(await listed()).toEqual(['qp-4a5b', 'qp-9f0e'])
    expect((await opened.run(compactStatus, { id: 'qp-1a2b' })).json).toMatchObject({
      role: 'source',
      chain: ['qp-1a2b', D, 'qp-9f0e'],
    })
    expect((await opened.run(compactStatus, { id: D })).json).toMatchObject({ role: 'intermediate' })
    await opened.run(compactApply, { digest: 'qp-9f0e', note: ['qp-4a5b'], kind: 'duplicates' })
    expect((await opened.run(compactStatus, { id: 'qp-4a5b' })).json).toMatchObject({
      compactor: 'qp-9f0e',
      kind: 'duplicates',
      role: 'standalone',
    })
  })

  test('a superseded source is accepted, and the digest says that it is out of date', async () => {
    write(opened, [edge('supersedes', 'qp-4a5b', 'qp-1a2b')])
    const { json } = await apply()
    expect(json).toMatchObject({ count: 3, issues: [{ code: 'stale_digest', subjects: [D] }] })
  })
})

describe('a digest is out of date', () => {
  const staleness = async () =>
    jsonOf<{ readonly staleness: object }>(await opened.run(compactReport, { digest: D })).staleness
  const CURRENT = { is_stale: false, stale_count: 0, stale_sources: [] }

  test('when the text of a source changes, whatever is applied again, and no more when it changes back [QP-15] [QP-36] [BR-74]', async () => {
    await apply()
    const { content } = jsonOf<{ readonly content: string }>(
      await opened.run(show, { id: 'qp-1a2b', raw: true }),
    )
    await opened.run(edit, { id: 'qp-1a2b', text: 'Use `pnpm` 10.' })
    const stale = {
      is_stale: true,
      stale_count: 1,
      stale_sources: [{ id: 'qp-1a2b', reason: 'changed' }],
    }
    expect(await staleness()).toEqual(stale)
    expect((await apply()).json).toMatchObject({ plan_id: null, issues: [{ code: 'stale_digest' }] })
    expect(await staleness()).toEqual(stale)
    await opened.run(edit, { id: 'qp-1a2b', text: content })
    expect(await staleness()).toEqual(CURRENT)
  })

  test('not by a link, a tag or a value of a source, nor by a change of its own [QP-15] [BR-74]', async () => {
    await apply()
    await opened.run(linkAdd, { from: 'qp-1a2b', to: 'qp-4a5b' })
    await opened.run(edit, { id: 'qp-1a2b', tag: ['new'] })
    await opened.run(edit, { id: 'qp-2c3d', category: 'operations' })
    await opened.run(edit, { id: D, tag: ['seen'] })
    expect(await staleness()).toEqual(CURRENT)
  })

  test('until its own text was changed, or it was reviewed [QP-36]', async () => {
    await apply()
    await opened.run(edit, { id: 'qp-1a2b', text: 'Use `pnpm` 10.' })
    expect(await refusal(apply({ refresh: true }))).toEqual([
      3,
      `unchanged: ${D} still says what it said before qp-1a2b changed`,
      [`varve edit ${D}`, `varve compact apply ${D} --refresh --reviewed`],
    ])
    expect((await apply({ refresh: true, reviewed: true })).human).toContain('Refreshed compaction')
    expect(await staleness()).toEqual(CURRENT)

    await opened.run(edit, { id: 'qp-1a2b', text: 'Use `pnpm` 11.' })
    await opened.run(edit, { id: D, text: '## Summary\n\nUse `pnpm` 11.\n' })
    expect((await apply({ refresh: true })).json).toMatchObject({ refreshed: ['qp-1a2b'], added: [] })
    expect(await staleness()).toEqual(CURRENT)
    expect((await apply({ refresh: true })).human).toBe(
      'Nothing to do: qp-d16e is up to date with its 3 notes\n',
    )
  })

  test('with what rests on it [QP-36]', async () => {
    await apply()
    await opened.run(compactApply, { digest: 'qp-9f0e', note: [D] })
    await opened.run(edit, { id: 'qp-1a2b', text: 'Use `pnpm` 10.' })
    const { json } = await opened.run(compactReport, { digest: 'qp-9f0e' })
    expect(json).toMatchObject({
      staleness: { is_stale: true, stale_sources: [{ id: D, reason: 'stale_digest' }] },
    })
  })

  test('when a source is superseded, and by what', async () => {
    await apply()
    write(opened, [edge('supersedes', 'qp-4a5b', 'qp-1a2b')])
    expect(await staleness()).toMatchObject({
      stale_sources: [{ id: 'qp-1a2b', reason: 'superseded', top: 'qp-4a5b' }],
    })
  })
})

describe('compact remove', () => {
  test('says what is visible again in all three formats [QP-29]', async () => {
    await apply()
    const { human, json, records } = await opened.run(compactRemove, { top: D, note: ['qp-3e4f'] })
    expect(human).toBe(`Removed compaction
  Digest: qp-d16e Install tooling digest
  Removed 1; visible again:
    - qp-3e4f CI cache
  Compacts 2 notes, 7.5%
`)
    expect(json).toMatchObject({
      digest_id: D,
      removed: ['qp-3e4f'],
      visible_again: ['qp-3e4f'],
      compacts: ['qp-1a2b', 'qp-2c3d'],
      count: 2,
      compaction_pct: 7.5,
    })
    expect(records).toBe(`H varve=1 records=1 mode=compact.remove digest=qp-d16e removed=1 count=2
D removed qp-3e4f visible=true
`)
    expect(await listed()).toContain('qp-3e4f')
  })

  test('the last source gone, a digest is an ordinary note [QP-29]', async () => {
    await apply()
    expect((await opened.run(compactRemove, { top: D, all: true })).human).toContain('  Compacts no notes\n')
    expect((await opened.run(compactStatus, { id: D })).json).toMatchObject({ role: 'standalone' })
    expect(await listed()).toHaveLength(6)
  })

  test('a source that something else hides stays hidden, and says by what', async () => {
    await apply()
    write(opened, [edge('digests', 'qp-9f0e', 'qp-1a2b')])
    const { json, records, human } = await opened.run(compactRemove, { top: D, note: ['qp-1a2b'] })
    expect(json).toMatchObject({ removed: ['qp-1a2b'], visible_again: [] })
    expect(records).toContain('D removed qp-1a2b visible=false under=qp-9f0e\n')
    expect(human).toContain('    - qp-1a2b Use pnpm for installs (under=qp-9f0e)\n')
  })
})

describe('compact show', () => {
  test('lists what lies under a digest in all three formats [QP-09] [QP-13]', async () => {
    await apply()
    const { human, json, records } = await opened.run(compactShow, { digest: D })
    expect(human).toBe(`Digest: qp-d16e Install tooling digest
Direct compaction count: 3
Compaction: 43.9% (37 of 66 tokens, summary)

Compacted notes:
  - qp-1a2b Use pnpm for installs
  - qp-2c3d Lockfile policy
  - qp-3e4f CI cache
`)
    expect(json).toEqual({
      digest_id: D,
      compacts: SOURCES,
      count: 3,
      missing: [],
      contested: [],
      compaction_pct: 43.9,
      size: { basis: 'summary', counter: 'est1', digest: 37, expanded: 66 },
      depth: 1,
      tree: SOURCES.map((to) => ({ from: D, to, depth: 1 })),
      truncated: false,
      shown: 3,
      total: 3,
      issues: [],
    })
    expect(
      records,
    ).toBe(`H varve=1 records=1 mode=compact.show digest=qp-d16e count=3 compaction=43.9% depth=1 truncated=false
D compacted qp-1a2b
D compacted qp-2c3d
D compacted qp-3e4f
`)
  })

  test('a limit cuts the list and nothing else [QP-66] [QP-12]', async () => {
    await apply()
    const { json, records } = await opened.run(compactShow, { digest: D, compactionMaxNodes: 2 })
    expect(json).toMatchObject({ count: 3, compaction_pct: 43.9, truncated: true, shown: 2, total: 3 })
    expect(records).toContain('truncated=true shown=2 total=3\nD compacted qp-1a2b\nD compacted qp-2c3d\n')
  })

  test('sizes are in characters where asked, and never in bytes [QP-12]', async () => {
    await apply()
    const { json } = await opened.run(compactShow, { digest: D, sizeUnit: 'chars' })
    expect(json).toMatchObject({
      compaction_pct: 44.2,
      size: { basis: 'summary', counter: 'chars', digest: 145, expanded: 260 },
    })
  })

  test('a deeper tree is indented, and its percentage is that of what lies at its depth [QP-35]', async () => {
    await apply({ note: ['qp-1a2b', 'qp-2c3d'] })
    await opened.run(compactApply, { digest: 'qp-9f0e', note: [D, 'qp-3e4f'] })
    const { human, json, records } = await opened.run(compactShow, {
      digest: 'qp-9f0e',
      compactionDepth: 2,
    })
    expect(human).toBe(`Digest: qp-9f0e Release checklist
Direct compaction count: 2
Compaction: 76.2% (15 of 63 tokens, summary)
Compaction at depth 2: 77.3%

Compacted notes:
  - qp-3e4f CI cache
  - qp-d16e Install tooling digest
    - qp-1a2b Use pnpm for installs
    - qp-2c3d Lockfile policy
`)
    expect(json).toMatchObject({ depth: 2, pct_at_depth: 77.3, total: 4 })
    expect(records).toContain('depth=2 depth_compaction=77.3%')
    expect(records).toContain('D compacted_tree from=qp-d16e to=qp-1a2b depth=2\n')
  })

  test('a note that is no digest compacts nothing, and that is no error [QP-13]', async () => {
    const { human, json } = await opened.run(compactShow, { digest: 'qp-4a5b' })
    expect(human).toBe('qp-4a5b does not compact any notes\n')
    expect(json).toMatchObject({ count: 0, compacts: [], tree: [] })
  })
})

describe('compact status', () => {
  test('says what a source is under in all three formats [QP-13] [QP-63]', async () => {
    await apply()
    const { human, json, records } = await opened.run(compactStatus, { id: 'qp-3e4f' })
    expect(human).toBe(`Note: qp-3e4f CI cache
  Role: source
  Compacted by: qp-d16e Install tooling digest (digests)
  Canonical: qp-d16e Install tooling digest
  Compacts: (none)
`)
    expect(json).toEqual({
      note_id: 'qp-3e4f',
      role: 'source',
      compactor: D,
      kind: 'digests',
      canonical: D,
      chain: ['qp-3e4f', D],
      compacts: [],
      compacts_count: 0,
      stale: false,
      superseded_by: [],
      contested_by: [],
      issues: [],
    })
    expect(records).toBe(`H varve=1 records=1 mode=compact.status note=qp-3e4f role=source canonical=qp-d16e
D compactor qp-d16e kind=digests
D canonical qp-d16e
`)
  })

  test('what nothing stands in for is its own [QP-63]', async () => {
    const { human, json } = await opened.run(compactStatus, { id: 'qp-4a5b' })
    expect(human).toContain('  Compacted by: (none)\n  Canonical: (self)\n')
    expect(json).toMatchObject({ role: 'standalone', compactor: null, canonical: 'qp-4a5b' })
  })

  test('a digest names its sources', async () => {
    await apply()
    const { records, json } = await opened.run(compactStatus, { id: D })
    expect(json).toMatchObject({ role: 'digest', compacts: SOURCES, compacts_count: 3 })
    expect(records).toContain('D compacts qp-1a2b\n')
  })

  test('a contested source has no compactor and names both [QP-04]', async () => {
    write(opened, [edge('digests', D, 'qp-1a2b'), edge('digests', 'qp-9f0e', 'qp-1a2b')])
    const { json, issues } = await opened.run(compactStatus, { id: 'qp-1a2b' })
    expect(json).toMatchObject({ compactor: null, canonical: 'qp-1a2b', contested_by: ['qp-9f0e', D] })
    expect(issues?.map(({ code }) => code)).toEqual(['multiple_tops'])
    expect((await opened.run(compactShow, { digest: D })).json).toMatchObject({
      count: 1,
      contested: ['qp-1a2b'],
      compaction_pct: 0,
    })
  })
})

describe('compact report', () => {
  test('measures a digest in all three formats [QP-13] [QP-14] [QP-37] [QP-38] [QP-41]', async () => {
    await apply()
    const { human, json, records } = await opened.run(compactReport, { digest: D })
    expect(human).toBe(`Digest: qp-d16e Install tooling digest
Verdict: worthwhile

Metrics
  Direct sources: 3
  Compaction: 43.9% (37 of 66 tokens, summary)
  Body: 54 of 72 tokens
Anchors
  Kept: 7 of 8 (87.5%)   code 2/2  flag 1/1  num 2/3  path 2/2
  Missing: num 96 s (qp-3e4f)
  Negations: 2 of 2
Edges
  Internal 2, boundary 2 (out 0, in 2), ratio 0.50
Staleness: CURRENT
Invariants: VALID
Expand if you need: num 96 s (qp-3e4f)
`)
    const missing = [{ class: 'num', value: '96 s', sources: ['qp-3e4f'] }]
    expect(json).toEqual({
      digest_id: D,
      verdict: 'worthwhile',
      compacts_direct_count: 3,
      compaction_pct: 43.9,
      size: { basis: 'summary', counter: 'est1', digest: 37, expanded: 66, saved: 29 },
      body_size: { digest: 54, expanded: 72 },
      anchors: {
        total: 8,
        kept: 7,
        kept_pct: 87.5,
        by_class: { code: [2, 2], flag: [1, 1], num: [2, 3], path: [2, 2] },
        missing,
      },
      negations: { total: 2, kept: 2, missing: [] },
      edges: { internal: 2, boundary: 2, inbound: 2, outbound: 0, boundary_ratio: 0.5 },
      staleness: { is_stale: false, stale_count: 0, stale_sources: [] },
      expand_if: missing,
      invariants: { valid: true, issues: [] },
      guard: GUARD,
      registered: SOURCES.map((under) => ({ under, ...REGISTERED, ...OF_SOURCE[under] })),
    })
    expect(
      records,
    ).toBe(`H varve=1 records=1 mode=compact.report digest=qp-d16e verdict=worthwhile count=3 compaction=43.9% anchors=7/8 negations=2/2 boundary_ratio=0.50 stale=false valid=true
D missing num "96 s" from=qp-3e4f
${GUARD_RECORDS}`)
  })

  test('a lost negation asks for a look, and says which [QP-37] [QP-38]', async () => {
    await apply()
    await opened.run(edit, {
      id: D,
      text: 'Use `pnpm` 9; commit `pnpm-lock.yaml`; CI: `pnpm install --frozen-lockfile`, ~/.pnpm-store, 14 s.',
    })
    const { json } = await opened.run(compactReport, { digest: D })
    expect(json).toMatchObject({ verdict: 'check', negations: { total: 2, kept: 0 } })
  })

  test('a digest that is longer than its sources is not worth it [QP-38]', async () => {
    await apply({ note: ['qp-4a5b'] })
    const { json } = await opened.run(compactReport, { digest: D })
    expect(json).toMatchObject({
      verdict: 'not_worthwhile',
      compaction_pct: -311.1,
      invariants: { valid: true, issues: [{ code: 'digest_larger' }] },
    })
  })

  test('a digest of long pages that begin briefly is worth what their texts take [QP-38]', async () => {
    const page = `Installs.\n\n${'Nothing here tells more than the line before it did. '.repeat(20)}`
    for (const id of ['qp-1a2b', 'qp-2c3d']) await opened.run(edit, { id, text: page })
    await opened.run(edit, {
      id: D,
      text: 'Installs are told of on two pages, at length, and nothing else is said there.',
    })
    await apply({ note: ['qp-1a2b', 'qp-2c3d'] })
    const { json } = await opened.run(compactReport, { digest: D })
    const { verdict, compaction_pct, body_size } = json as {
      readonly verdict: string
      readonly compaction_pct: number
      readonly body_size: { readonly digest: number; readonly expanded: number }
    }
    expect(compaction_pct).toBeLessThan(0)
    expect(body_size.digest).toBeLessThan(body_size.expanded)
    expect(verdict).not.toBe('not_worthwhile')
  })

  test('says once for each source what it would answer [QP-37]', async () => {
    await opened.run(edit, { id: D, text: 'Use pnpm, never npm or yarn.' })
    await apply()
    const { human } = await opened.run(compactReport, { digest: D })
    const expand = human.split('\n').find((line) => line.startsWith('Expand if you need: ')) ?? ''
    expect(expand.match(/\(qp-3e4f\)/g)).toHaveLength(1)
    expect(expand).toContain('num 14 s')
    expect(expand).toContain('num 96 s')
  })

  test('takes a line for a piece that is a block of many, and names only some of many', async () => {
    const block =
      '```sh\nnpm ci\nnpm run build -- --mode production --out-dir build/production --minify --source-maps\n```'
    const numbers = Array.from({ length: 9 }, (_, at) => `shard ${at} has ${1000 + 7 * at} rows`).join(', ')
    const { json } = await opened.run(add, { text: `${block}\n\nOf these ${numbers}.`, title: 'Build' })
    const { id } = json as { readonly id: string }
    await opened.run(compactApply, { digest: D, note: [id] })
    const { human } = await opened.run(compactReport, { digest: D })
    const lines = human.split('\n')
    expect(lines.filter((line) => line.startsWith('  Missing: str '))).toEqual([
      expect.stringMatching(/^ {2}Missing: str ```sh npm ci npm run build .{1,60}… \(/),
    ])
    expect(lines.find((line) => line.startsWith('Expand if you need: '))).toMatch(/ and \d+ more \(/)
  })

  test('what is no digest is named with the command that says what it is [QP-13] [BR-78]', async () => {
    expect(await refusal(opened.run(compactReport, { digest: 'qp-4a5b' }))).toEqual([
      2,
      'qp-4a5b is not a digest',
      ['varve compact status qp-4a5b'],
    ])
  })
})

test('the guide is the same text in every format [QP-17]', async () => {
  const { human, json, records } = await opened.run(compactGuide)
  expect(human).toBe(DIGEST_GUIDE)
  expect(json).toEqual({ guide: DIGEST_GUIDE })
  expect(parseRecords(records).find(({ type }) => type === 'B')).toEqual({
    type: 'B',
    id: 'guide',
    body: DIGEST_GUIDE,
  })
})

test.each([
  ['compact show', () => opened.run(compactShow, { digest: 'qp-nope' })],
  ['compact status', () => opened.run(compactStatus, { id: 'qp-nope' })],
  ['compact report', () => opened.run(compactReport, { digest: 'qp-nope' })],
  ['compact remove', () => opened.run(compactRemove, { top: 'qp-nope', all: true })],
])('%s of an unknown id ends with 3 [QP-13] [BR-78]', async (_, run) => {
  expect((await refusal(run())).slice(0, 2)).toEqual([3, 'not found: qp-nope'])
})

function contentOf({ json }: OperationResult): unknown {
  return jsonOf<{ readonly content: string }>({ json } as OperationResult).content
}

describe('a list by tag', () => {
  test('shows what stands for an entry with the tag, and by which it was found [QP-45] [BR-77]', async () => {
    await apply()
    const found = await opened.run(list, { tag: 'ci', sort: 'id' })
    expect(jsonOf<{ readonly items: readonly object[] }>(found).items).toMatchObject([
      { id: D, via: 'qp-2c3d' },
    ])
    expect(found.human).toContain('via=')
    expect(found.records).toContain(' via=qp-2c3d ')
    expect(await listed({ tag: 'tooling' })).toEqual(['qp-4a5b', D])
    expect(await listed({ tag: 'tooling', limit: 1, offset: 1 })).toEqual([D])
    expect(await listed({ tag: 'tooling', type: 'literature' })).toEqual([])
  })

  test('shows each entry for itself where it has the tag, and in the raw view', async () => {
    expect((await opened.run(list, { tag: 'ci' })).human).not.toContain('via=')
    await apply()
    expect(await listed({ tag: 'digest' })).toEqual([D])
    expect(await listed({ tag: 'ci', raw: true })).toEqual(['qp-2c3d', 'qp-3e4f'])
    expect(await listed({ tag: 'ci', hidden: true })).toEqual(['qp-2c3d', 'qp-3e4f'])
    expect(await listed({ tag: 'nobody' })).toEqual([])
  })
})
