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

const SIGHTING = { occasion: 'session s2', source: { kind: 'agent', trust: 'agent' } } as const
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
  sightings: [{ ...SIGHTING, by: 'bob', at: 7 }],
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
const MEMORY = {
  entries: ENTRIES,
  lineage: LINEAGE,
  links: LINKS,
  reviews: [{ id: 'rv_1', decision: { action: 'reject' } }],
  quarantine: [
    {
      format: 'jsonl',
      file: 'rows.jsonl',
      line: 2,
      offset: 10,
      reason: 'invalid_json',
      text: '{"oops',
      encoding: 'utf8' as const,
      at: 5,
    },
  ],
}
const PACK = exportPack(MEMORY, { counter: 'est1' })

test('a pack says what it holds, in order of ids, and proves itself whole', () => {
  const rows = PACK.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows[0]).toEqual({ varve_pack: 1, counter: 'est1', entries: 3, lineage: 1, attachments: 0 })
  expect(rows.slice(1, 4).map((row) => row.entry.id)).toEqual(['a1', 'b1', 'c1'])
  expect(rows[4]).toEqual({
    sighting: {
      entry: 'b1',
      occasion: 'session s2',
      by: 'bob',
      at: '1970-01-01T00:00:00.007Z',
      source: { kind: 'agent', trust: 'agent' },
    },
  })
  expect(rows.slice(5, 7).map((row) => row.link.to)).toEqual(['unknown', 'b1'])
  const stated = { by: 'x', at: '1970-01-01T00:00:00.001Z' }
  expect(rows.slice(7, 9)).toEqual([
    { outside: { kind: 'digests', top: 'b1', under: 'elsewhere', source_hash: 'h', ...stated } },
    { lineage: { kind: 'supersedes', top: 'b1', under: 'a1', ...stated } },
  ])
  expect(rows[9]).toEqual({ review: MEMORY.reviews[0] })
  expect(rows[10].quarantined).toMatchObject({ file: 'rows.jsonl', line: 2, text: '{"oops' })
  expect(Object.keys(rows[11])).toEqual(['sha256'])
})

test('a pack does not depend on the order it is given things in', () => {
  const memory = {
    ...MEMORY,
    entries: ENTRIES.toReversed(),
    lineage: LINEAGE.toReversed(),
    links: LINKS.toReversed(),
  }
  expect(exportPack(memory, { counter: 'est1' })).toEqual(PACK)
})

test('a pack read back is what was packed', () => {
  const parsed = pack.parse(sourceOf({ [PACK.path]: PACK.text }))
  const { entries, lineage, links, flags, retracted, sightings, reviews, issues } = identifyDrafts(
    parsed,
    'p',
  )
  expect(issues).toEqual([])
  expect(parsed.quarantined).toEqual(MEMORY.quarantine.map(({ at: _, ...item }) => item))
  expect(reviews).toEqual(MEMORY.reviews)
  expect(sightings).toEqual([{ id: 'b1', ...SIGHTING, since: { by: 'bob', at: 7 } }])
  expect(links).toEqual([LINKS[1], LINKS[0]])
  const since = { by: 'x', at: 1 }
  expect(lineage).toEqual([
    { kind: 'digests', top: 'b1', under: 'elsewhere', source_hash: 'h', since },
    { kind: 'supersedes', top: 'b1', under: 'a1', since },
  ])
  expect(flags).toEqual([{ id: 'b1', kind: 'stale', reason: 'gone', since }])
  expect(retracted).toEqual(['c1'])
  const full = entries.find((entry) => entry.id === 'b1')?.fields
  const {
    id: _,
    scope: __,
    flags: ___,
    state,
    sightings: ____,
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
