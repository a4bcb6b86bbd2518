import { canonicalJson, type Entry, type LineageEdge, type Link } from '@varve/core'
import { buildEntry } from '@varve/core/testing'
import { expect, test } from 'vitest'
import { exportJsonl } from '../../src/export/jsonl/export-jsonl.ts'
import { exportMarkdown } from '../../src/export/markdown/export-markdown.ts'
import { exportPack } from '../../src/export/pack/export-pack.ts'
import { identifyDrafts } from '../../src/import/draft-id.ts'
import { jsonl } from '../../src/import/jsonl/index.ts'
import { pack } from '../../src/import/pack/index.ts'
import { sourceOf } from '../import/sources.ts'

const FULL = buildEntry('b1', {
  content: 'Line one\nline two',
  title: 'Title',
  summary: 'Short',
  type: 'note',
  category: 'operations',
  layer: 'caveat',
  entity: { kind: 'person', name: 'Ann' },
  tags: ['a', 'b'],
  refs: [{ path: 'a.ts', line: 3 }, { url: 'https://x.test' }],
  source: { kind: 'agent', trust: 'user', agent: 'ann', session: 's1', message: 'm1' },
  confidence: 'high',
  importance: 0.5,
  value: 70,
  scores: { recurrence: 1, impact: 2, specificity: 3 },
  key: 'slot',
  pinned: true,
  created: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  asserted_from: 1,
  asserted_to: 2,
  valid_from: 3,
  valid_to: 4,
  custom: { x: [1, { y: null }] },
  extra: { z: 1, a: 2 },
  original: { file: 'f.json', text: 'raw' },
  flags: [{ kind: 'stale', reason: 'gone', by: 'x', at: 1 }],
})
const ENTRIES: readonly Entry[] = [FULL, buildEntry('a1'), buildEntry('c1', { state: 'retracted' })]
const LINEAGE: readonly LineageEdge[] = [
  { kind: 'supersedes', top: buildEntry('b1').id, under: buildEntry('a1').id, recorded: 1, by: 'x' },
  {
    kind: 'digests',
    top: buildEntry('b1').id,
    under: buildEntry('elsewhere').id,
    recorded: 1,
    by: 'x',
    source_hash: 'h',
  },
]
const LINKS: readonly Link[] = [
  { from: buildEntry('a1').id, to: buildEntry('b1').id, type: 'supports', source: 'typed' },
  { from: buildEntry('a1').id, to: buildEntry('unknown').id, type: 'related', source: 'inline' },
]
const PACK = exportPack({ entries: ENTRIES, lineage: LINEAGE, links: LINKS }, { counter: 'est1' })

test('a pack says what it holds, in order of ids, and proves itself whole', () => {
  const rows = PACK.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows[0]).toEqual({ varve_pack: 1, counter: 'est1', entries: 3, lineage: 1, attachments: 0 })
  expect(rows.slice(1, 4).map((row) => row.entry.id)).toEqual(['a1', 'b1', 'c1'])
  expect(rows.slice(4, 6).map((row) => row.link.to)).toEqual(['unknown', 'b1'])
  expect(rows.slice(6, 8)).toEqual([
    { outside: { kind: 'digests', top: 'b1', under: 'elsewhere', source_hash: 'h' } },
    { lineage: { kind: 'supersedes', top: 'b1', under: 'a1' } },
  ])
  expect(Object.keys(rows[8])).toEqual(['sha256'])
})

test('a pack does not depend on the order it is given things in', () => {
  const memory = { entries: ENTRIES.toReversed(), lineage: LINEAGE.toReversed(), links: LINKS.toReversed() }
  expect(exportPack(memory, { counter: 'est1' })).toEqual(PACK)
})

test('a pack read back is what was packed', () => {
  const parsed = pack.parse(sourceOf({ [PACK.path]: PACK.text }))
  const { entries, lineage, links, flags, retracted, issues } = identifyDrafts(parsed, 'p')
  expect(issues).toEqual([])
  expect(parsed.quarantined).toEqual([])
  expect(links).toEqual([LINKS[1], LINKS[0]])
  expect(lineage).toEqual([{ kind: 'supersedes', top: 'b1', under: 'a1' }])
  expect(flags).toEqual([{ id: 'b1', kind: 'stale', reason: 'gone' }])
  expect(retracted).toEqual(['c1'])
  const full = entries.find((entry) => entry.id === 'b1')?.fields
  const {
    id: _,
    scope: __,
    flags: ___,
    state,
    sightings,
    versions,
    text_version,
    recorded,
    updated,
    source,
    ...stated
  } = FULL
  expect(full).toMatchObject(stated)
  expect(full?.source).toMatchObject({
    kind: 'agent',
    trust: 'user',
    agent: 'ann',
    session: 's1',
    message: 'm1',
  })
  expect(Object.keys(full?.extra ?? {})).toEqual(['z', 'a'])
})

test('a pack that was changed is read as far as it goes, with an issue', () => {
  const cut = PACK.text.slice(0, PACK.text.length - 200)
  const parsed = pack.parse(sourceOf({ [PACK.path]: cut }))
  expect(parsed.drafts).toHaveLength(3)
  expect(parsed.issues).toMatchObject([{ code: 'pack_damaged' }])
  const edited = pack.parse(sourceOf({ [PACK.path]: PACK.text.replace('Short', 'Shout') }))
  expect(edited.issues).toMatchObject([{ code: 'pack_damaged' }])
})

test('entry lines written by hand are a pack', () => {
  const line =
    '{"id":"e1","category":"conventions","content":"…x","created":"2026-03-07T14:30:00Z","supersedes":"e0"}\n'
  const parsed = pack.parse(sourceOf({ 'by-hand.jsonl': line }))
  expect(parsed.drafts[0]).toMatchObject({ id: 'e1', fields: { category: 'conventions', content: '…x' } })
  expect(parsed.lineage).toEqual([{ kind: 'supersedes', top: 'e1', under: 'e0' }])
  expect(parsed.issues).toEqual([])
})

test('JSON Lines: one entry a line, by id, read back with every field', () => {
  const [file] = exportJsonl({ entries: ENTRIES })
  expect(file?.path).toBe('entries.jsonl')
  const parsed = jsonl.parse(sourceOf({ 'entries.jsonl': file?.text ?? '' }))
  expect(parsed.drafts.map((draft) => draft.id)).toEqual(['a1', 'b1', 'c1'])
  const fields = parsed.drafts[1]?.fields
  for (const name of [
    'content',
    'title',
    'summary',
    'tags',
    'refs',
    'entity',
    'key',
    'created',
    'custom',
  ] as const) {
    expect(canonicalJson(fields?.[name])).toBe(canonicalJson(FULL[name]))
  }
})

test('Markdown: one file a category, titles once, pinned first', () => {
  const files = exportMarkdown({
    entries: [
      buildEntry('e3', { content: 'plain fact', tags: ['x'] }),
      buildEntry('e2', { content: 'second', title: 'Testing' }),
      buildEntry('e1', { content: 'first\nwith more', title: 'Testing' }),
      buildEntry('e4', { content: 'pinned', title: 'Zeta', pinned: true }),
      buildEntry('e5', { content: 'elsewhere', category: '../Odd Name' }),
    ],
  })
  expect(files).toEqual([
    { path: '-odd-name.md', text: '# ../Odd Name\n\n- elsewhere\n' },
    {
      path: 'conventions.md',
      text: '# Conventions\n\n## Zeta\n\n- pinned\n\n- plain fact (x)\n\n## Testing\n\nfirst\nwith more\n\n- second\n',
    },
  ])
})
