import { expect, test } from 'vitest'
import { detectFormats } from '../../src/import/detect-format.ts'
import { identifyDrafts } from '../../src/import/draft-id.ts'
import { mem0 } from '../../src/import/mem0/index.ts'
import { rowsOf, sourceOf } from './sources.ts'
import { uncovered } from './uncovered.ts'

const MEMORY = {
  id: 'f4cbdb08-7062-4f3e-8eb2-9f5c80dfe64c',
  memory: 'Prefers tabs over spaces.',
  hash: '1f0d',
  metadata: { category: 'style', file: 'src/a.ts' },
  score: null,
  created_at: '2026-01-12T10:00:00.123456-07:00',
  updated_at: '2026-01-13T10:00:00Z',
  user_id: 'ada',
  agent_id: 'coder',
  run_id: 'run-7',
  categories: ['testing', 'preferences'],
}
const OF_BOB = { ...MEMORY, id: 'a2b8c3d4-0000-4000-8000-000000000002', user_id: 'bob' }
const RELATION = { source: 'ada', relationship: 'works_with', target: 'bob' }

test('a memory keeps its id, dates, tags and session, and is about its user', () => {
  const parsed = mem0.parse(sourceOf({ 'm.json': JSON.stringify({ results: [MEMORY, OF_BOB] }) }))
  expect(parsed.drafts[0]).toMatchObject({
    id: MEMORY.id,
    fields: {
      content: MEMORY.memory,
      entity: { kind: 'user', name: 'ada' },
      category: 'operations',
      tags: ['preferences', 'testing'],
      created: Date.parse('2026-01-12T17:00:00.123Z'),
      source: { format: 'mem0', session: 'run-7', agent: 'coder' },
    },
  })
  expect(parsed.drafts[0]?.fields.extra).toEqual({
    hash: '1f0d',
    metadata: MEMORY.metadata,
    // Neither its offset nor its microseconds are in an instant.
    created_at: MEMORY.created_at,
    updated_at: MEMORY.updated_at,
  })
  expect(parsed.drafts[1]?.fields.entity).toEqual({ kind: 'user', name: 'bob' })
  expect(parsed.quarantined).toEqual([])
})

test('a relation of the graph is a statement about its source', () => {
  const document = { results: [MEMORY], relations: [RELATION, { source: 'ada' }] }
  const parsed = mem0.parse(sourceOf({ 'm.json': JSON.stringify(document, null, 2) }))
  expect(parsed.drafts[1]?.fields).toMatchObject({
    content: 'ada works with bob',
    entity: { kind: 'entity', name: 'ada' },
    extra: { relation: RELATION },
  })
  expect(parsed.quarantined).toMatchObject([{ reason: 'unknown_row' }])
})

test('a memory is valid until it expires, and bears the spelling of TypeScript too', () => {
  const row = { id: 'x1', memory: 'The beta ends.', createdAt: '2026-02-01T00:00:00Z', runId: 'r' }
  const parsed = mem0.parse(
    sourceOf({ 'm.json': JSON.stringify([{ ...row, expiration_date: '2026-06-30' }]) }),
  )
  expect(parsed.drafts[0]).toMatchObject({
    id: 'x1',
    fields: {
      created: Date.UTC(2026, 1, 1),
      valid_to: Date.UTC(2026, 5, 30),
      source: { session: 'r' },
      extra: { expiration_date: '2026-06-30' },
    },
  })
})

const BACKUP = {
  user: { id: 'u-uuid', user_id: 'ada' },
  apps: [{ id: 'app-uuid', name: 'cursor' }],
  categories: [{ id: 'cat-uuid', name: 'tooling' }],
  memories: [
    {
      id: 'a1',
      user_id: 'u-uuid',
      app_id: 'app-uuid',
      content: 'Builds with pnpm.',
      metadata: {},
      state: 'active',
      created_at: '2026-01-01T00:00:00+00:00',
      category_ids: ['cat-uuid'],
    },
    { id: 'a2', user_id: 'u-uuid', app_id: null, content: 'Builds with yarn.', state: 'deleted' },
  ],
  memory_categories: [],
  status_history: [{ id: 'h1', memory_id: 'a2', old_state: 'active', new_state: 'deleted' }],
  access_controls: [],
  export_meta: { version: '1' },
}

test('a backup of OpenMemory: names for its ids, and what was deleted there is retracted', () => {
  const parsed = mem0.parse(sourceOf({ 'memories.json': JSON.stringify(BACKUP) }))
  expect(
    parsed.drafts.map(({ id, fields }) => [id, fields.content, fields.tags, fields.source.agent]),
  ).toEqual([
    ['a1', 'Builds with pnpm.', ['tooling'], 'cursor'],
    ['a2', 'Builds with yarn.', [], undefined],
  ])
  expect(parsed.drafts[0]?.fields.entity).toBeUndefined()
  expect(parsed.retracted).toEqual(['a2'])
  expect(parsed.drafts[1]?.fields).toMatchObject({
    custom: { state: 'deleted' },
    extra: { status_history: BACKUP.status_history },
  })
})

test('bad items are quarantined where they stand, and the others come in', () => {
  const text = `{\n  "results": [\n    ${JSON.stringify(MEMORY)},\n    17,\n    {"id": "é", "score": 1}, ${JSON.stringify(OF_BOB)}\n  ]\n}\n`
  const parsed = mem0.parse(sourceOf({ 'm.json': text }))
  expect(parsed.drafts.map(({ fields }) => fields.source.line)).toEqual([3, 5])
  expect(parsed.quarantined).toMatchObject([
    { line: 4, reason: 'not_an_object', text: '17', offset: Buffer.byteLength(text.split('17')[0] ?? '') },
    { line: 5, reason: 'unknown_row', text: '{"id": "é", "score": 1}' },
  ])
  const cut = mem0.parse(sourceOf({ 'm.json': text.slice(0, -8) }))
  expect(cut.drafts).toEqual([])
  expect(cut.quarantined).toMatchObject([{ text: text.slice(0, -8) }])
  const other = mem0.parse(sourceOf({ 'm.json': '{"full_name":"Ada"}' }))
  expect(other.quarantined).toMatchObject([{ reason: 'no_memories', text: '{"full_name":"Ada"}' }])
})

test('nothing of a memory is lost', () => {
  const extra = { ...MEMORY, owner: 'Ada L.', structured_attributes: { day: 12, zone: 'UTC' }, role: 'user' }
  const app = { ...MEMORY, id: 'b1', app: 'cursor', state: 'paused' }
  const source = sourceOf({ 'm.jsonl': rowsOf(extra, app, OF_BOB) })
  const [file] = source.files
  expect(file && uncovered(file, mem0.parse(source))).toEqual([])
})

const formatOf = (files: Readonly<Record<string, string>>) =>
  detectFormats(sourceOf(files)).claims.map(({ format, source }) => [
    format.name,
    source.files.map(({ path }) => path),
  ])

test('it is told by what it holds, whatever its name', () => {
  const { user_id: _, ...bare } = MEMORY
  for (const [path, text] of [
    ['x.json', JSON.stringify({ count: 2, results: [MEMORY, null, OF_BOB] })],
    ['x.json', JSON.stringify([bare])],
    ['x.json', JSON.stringify({ memories: [MEMORY] })],
    ['x.json', JSON.stringify({ results: [{ id: '1', memory: 'Said.', score: 0.3 }] })],
    ['x.json', `\uFEFF${JSON.stringify(BACKUP)}`],
    ['x.jsonl', rowsOf(MEMORY, OF_BOB)],
    ['x.ndjson', rowsOf({ ...BACKUP.memories[0], app: null, categories: ['a'] })],
  ] as const)
    expect(formatOf({ [path]: text })).toEqual([['mem0', [path]]])
})

test('it takes nothing of other formats', () => {
  for (const [path, text, name] of [
    ['package.json', '{"name":"a","memory":{"results":[]}}', undefined],
    ['x.json', '{"results":[{"id":"1","title":"no memory here"}],"memory":1}', undefined],
    ['x.json', '{"memories":[]}', undefined],
    ['x.json', '{"results":[{"id":"1","memory":"cut', undefined],
    ['x.jsonl', rowsOf({ id: '1', text: 'A fact.', created_at: '2026-01-01' }), 'jsonl'],
    ['x.jsonl', rowsOf(MEMORY, { id: '2', fact: 'Another.' }), 'jsonl'],
    [
      'memory.jsonl',
      rowsOf({ type: 'entity', name: 'a', entityType: 'x', observations: ['memory'] }),
      'mcp-memory',
    ],
    ['i.jsonl', rowsOf({ id: 'i', title: 't', issue_type: 'bug', status: 'open', memory: 'm' }), 'beads'],
  ] as const)
    expect(formatOf({ [path]: text })).toEqual(name === undefined ? [] : [[name, [path]]])
})

test('ids are the same each time, and two of one id both stay', () => {
  const source = sourceOf({
    'm.json': JSON.stringify([MEMORY, { ...MEMORY, memory: 'Other.' }, { memory: 'No id.', hash: 'h' }]),
  })
  const first = identifyDrafts(mem0.parse(source), 'p')
  expect(identifyDrafts(mem0.parse(source), 'p')).toEqual(first)
  expect(new Set(first.entries.map(({ id }) => id)).size).toBe(3)
})
