import { describe, expect, test } from 'vitest'
import { detectFormats } from '../../src/import/detect-format.ts'
import { identifyDrafts } from '../../src/import/draft-id.ts'
import { leanspec } from '../../src/import/leanspec/index.ts'
import { sourceOf } from './sources.ts'

const FOLDER = '.lean-spec/memory/entries'

function entry(id: string, more: object = {}): string {
  const fields = {
    id,
    category: 'conventions',
    content: `Fact ${id}.`,
    created: '2026-03-07T14:30:00Z',
    ...more,
  }
  return `${JSON.stringify(fields, null, 2)}\n`
}

function parse(files: Readonly<Record<string, string | Uint8Array>>) {
  const named = Object.entries(files).map(([name, text]) => [`${FOLDER}/${name}`, text] as const)
  const source = sourceOf(Object.fromEntries(named))
  return leanspec.parse(source)
}

test('an entry keeps its id, its file and the members that Varve has no name for', () => {
  const text = entry('a1', {
    agent: 'copilot',
    tags: ['tooling', 'pnpm'],
    confidence: 'high',
    supersedes: null,
    mood: 'x',
  })
  const [draft] = parse({ '1.json': text }).drafts
  expect(draft).toMatchObject({
    id: 'a1',
    fields: {
      content: 'Fact a1.',
      category: 'conventions',
      created: Date.UTC(2026, 2, 7, 14, 30),
      confidence: 'high',
      tags: ['pnpm', 'tooling'],
      extra: { mood: 'x' },
      original: { file: '1.json', text },
      source: { kind: 'import', agent: 'copilot', trust: 'agent', format: 'leanspec' },
    },
  })
})

test('lineage, staleness and the members of an earlier export are read', () => {
  const parsed = parse({
    '1.json': entry('a1', { supersedes: 'old1', stale_reason: 'file is gone' }),
    '2.json': entry('a2', { supersedes: ['old2', 'old3'], source: 'compaction', source_entries: ['a3'] }),
    '3.json': entry('a3', {
      merged_into: 'a2',
      varve: { key: 'k', pinned: true, trust: 'user', state: 'retracted', title: 'T' },
    }),
  })
  expect(parsed.lineage).toEqual([
    { kind: 'supersedes', top: 'a1', under: 'old1' },
    { kind: 'supersedes', top: 'a2', under: 'old2' },
    { kind: 'supersedes', top: 'a2', under: 'old3' },
    { kind: 'merges', top: 'a2', under: 'a3' },
  ])
  expect(parsed.flags).toEqual([{ ref: 'a1', kind: 'stale', reason: 'file is gone' }])
  expect(parsed.retracted).toEqual(['a3'])
  expect(parsed.drafts[1]?.fields.source.kind).toBe('compaction')
  expect(parsed.drafts[2]?.fields).toMatchObject({
    key: 'k',
    pinned: true,
    title: 'T',
    source: { trust: 'user' },
  })
  expect(parsed.issues).toEqual([])
})

describe('damage [LS-65]', () => {
  test.each([
    ['not JSON', 'some words', 'not_json', 1],
    ['truncated', '{\n  "id": "b1",\n  "cont', 'truncated', 3],
    ['two objects', `${entry('b1')}${entry('b2')}`, 'several_values_on_a_line', 7],
    ['conflict markers', '{\n<<<<<<< HEAD\n"id": "b1"\n=======\n>>>>>>> x\n}', 'conflict_marker', 2],
    ['not an object', '[1]', 'not_an_object', 1],
    ['missing id', '{"category":"x","content":"y","created":"2026-03-07T14:30:00Z"}', 'missing_id', 1],
    ['missing created', '{"id":"b1","category":"x","content":"y"}', 'missing_created', 1],
    ['empty content', entry('b1', { content: ' … ' }), 'empty_content', 1],
  ])('%s: the file is quarantined whole, the others load', (_, text, reason, line) => {
    const parsed = parse({ '1.json': entry('a1'), '2.json': text, '3.json': entry('a3') })
    expect(parsed.drafts.map((draft) => draft.id)).toEqual(['a1', 'a3'])
    expect(parsed.quarantined).toMatchObject([{ file: `${FOLDER}/2.json`, reason, line, text }])
    expect(parsed.issues).toMatchObject([
      { code: 'bad_entry', subjects: [`${FOLDER}/2.json`], detail: { line } },
    ])
  })

  test('bytes that are no UTF-8 are kept', () => {
    const parsed = parse({ '1.json': entry('a1'), '2.json': Uint8Array.of(0x7b, 0xff) })
    expect(parsed.quarantined).toMatchObject([{ reason: 'invalid_utf8', encoding: 'base64', text: 'e/8=' }])
  })

  test('a byte order mark, CRLF and a missing last line feed are accepted and kept', () => {
    const text = `\uFEFF${entry('a1').replaceAll('\n', '\r\n').trimEnd()}`
    expect(parse({ '1.json': text }).drafts[0]?.fields.original?.text).toBe(text)
  })

  test('a date that is missing comes from the name of the file', () => {
    const text = '{"id":"b1","category":"decisions","content":"y"}'
    const parsed = parse({ '1.json': entry('a1'), '2026-03-07T14-30-05.250Z-b1.json': text })
    expect(parsed.drafts[1]?.fields.created).toBe(Date.UTC(2026, 2, 7, 14, 30, 5, 250))
  })

  test('one entry in two files is taken in once', () => {
    const parsed = parse({ '1.json': entry('a1'), '2.json': entry('a1') })
    expect(parsed.drafts).toHaveLength(1)
    expect(parsed.issues).toMatchObject([{ code: 'duplicate_file', severity: 'info' }])
  })

  test('of one id with two contents, the first file keeps it and both are reachable [LS-66]', () => {
    const parsed = parse({ '1.json': entry('a1'), '2.json': entry('a1', { content: 'Other.' }) })
    expect(parsed.drafts.map((draft) => draft.fields.content)).toEqual(['Fact a1.', 'Other.'])
    expect(parsed.drafts[0]?.id).toBe('a1')
    expect(parsed.drafts[1]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/)
    expect(parsed.issues).toMatchObject([{ code: 'duplicate_id', severity: 'error' }])
  })

  test.each([[7], [{}], ['not an id!'], [['a1', 4]]])(
    'supersedes %j is kept and not followed',
    (supersedes) => {
      const parsed = parse({ '1.json': entry('b1', { supersedes }) })
      expect(parsed.lineage).toEqual([])
      expect(parsed.drafts[0]?.fields.extra).toEqual({ supersedes })
      expect(parsed.issues).toMatchObject([{ code: 'malformed_supersedes' }])
    },
  )

  test('unknown categories and confidences, and dates without offset, are told', () => {
    const parsed = parse({
      '1.json': entry('b1', { category: 'Lore', confidence: 'sure', created: '2026-03-07T14:30:00' }),
    })
    expect(parsed.drafts[0]?.fields).toMatchObject({ category: 'Lore', confidence: 'medium' })
    expect(parsed.issues.map((issue) => issue.code)).toEqual([
      'unknown_category',
      'unknown_confidence',
      'naive_timestamp',
    ])
  })

  test('a merge that its top does not list is a merge and an issue', () => {
    const parsed = parse({ '1.json': entry('a1', { merged_into: 'a2' }), '2.json': entry('a2') })
    expect(parsed.lineage).toEqual([{ kind: 'merges', top: 'a2', under: 'a1' }])
    expect(parsed.issues).toMatchObject([{ code: 'lineage_mismatch', severity: 'info' }])
  })
})

test('a whole store: logs are notes, generated files are left out, settings are proposed', () => {
  const source = sourceOf({
    '.lean-spec/config.json': '{"memory":{"compaction":{"enabled":true}},"other":1}',
    '.lean-spec/memory/compacted/conventions.md': '# Conventions\n',
    '.lean-spec/memory/daily/2026-03-07.md': '# 2026-03-07\n\n- did it\n',
    [`${FOLDER}/1.json`]: entry('a1'),
    '.lean-spec/memory/index.md': '# Index\n',
  })
  const { claims, unclaimed } = detectFormats(source)
  expect(unclaimed).toEqual([])
  expect(claims.map((claim) => claim.format.name)).toEqual(['leanspec'])
  const parsed = leanspec.parse(source)
  expect(parsed.drafts.map((draft) => draft.fields.title ?? draft.id)).toEqual(['a1', '2026-03-07'])
  expect(parsed.settings).toEqual({ compaction: { enabled: true } })
})

test('reading the same files twice gives the same entries [LS-65]', () => {
  const files = { '1.json': entry('a1'), '2.json': entry('a1', { content: 'Other.' }) }
  expect(identifyDrafts(parse(files), 'p')).toEqual(identifyDrafts(parse(files), 'p'))
})
