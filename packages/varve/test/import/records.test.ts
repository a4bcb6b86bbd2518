import { describe, expect, test } from 'vitest'
import { adr } from '../../src/import/adr/index.ts'
import { readSupersessions } from '../../src/import/adr/supersession.ts'
import { beads } from '../../src/import/beads/index.ts'
import { identifyDrafts } from '../../src/import/draft-id.ts'
import { jsonl } from '../../src/import/jsonl/index.ts'
import { mcpMemory } from '../../src/import/mcp-memory/index.ts'
import { rowsOf, sourceOf } from './sources.ts'

describe('decision records', () => {
  test.each([
    ['Superseded by [ADR 3](0003-c.md)', 'by', true],
    ['Superseded by [ADR 3](0003-c.md).', 'by', true],
    ['⌛️ Superseded [0003](0003-c.md)', 'by', true],
    ['**Superseded by** ADR-0003', 'by', true],
    ['superseded by ADR 3 (2026-01-02)', 'by', true],
    ['Accepted. Supersedes [ADR 3](0003-c.md)', 'of', true],
    ['Supersedes: ADR-3', 'of', true],
    ['Superseded in part by [ADR 3](0003-c.md), which', 'by', false],
    ['Partially superseded by ADR 3', 'by', false],
    ['Accepted, then **superseded** (naming portions) by [ADR 3](0003-c.md)', 'by', false],
    ['Supersedes the naming portions of [ADR 3](0003-c.md)', 'of', false],
    ['This ADR in part supersedes [0003](0003-c.md).', 'of', false],
    ['Superseded for the current contract by [ADR 3](0003-c.md)', 'by', false],
    ['Superseded by [ADR 3](0003-c.md) for new projects', 'by', false],
  ])('%s', (status, direction, isWhole) => {
    expect(readSupersessions(status)).toMatchObject([{ direction, isWhole }])
  })

  test.each(['Superseded', 'Accepted', 'See [ADR 3](0003-c.md)', 'Partly superseded'])(
    '%s names nothing',
    (status) => {
      expect(readSupersessions(status)).toEqual([])
    },
  )

  test('a record is one titled note with status and date; whole supersession is lineage, the rest a link', () => {
    const parsed = adr.parse(
      sourceOf({
        'adr/0001-a.md':
          '# 1. Use A\n\nDate: 2021-09-27\n\n## Status\n\nSuperseded by [3](0003-c.md)\n\n## Decision\n\nA.\n',
        'adr/0002-b.md':
          '---\nstatus: accepted\ndate: 2022-01-02\n---\n# Use B\n\n## Status\n\nSuperseded in part by ADR 3.\n',
        'adr/0003-c.md': '# Use C\n\n* Status: accepted\n',
      }),
    )
    expect(parsed.drafts.map((draft) => [draft.fields.title, draft.fields.custom?.status])).toEqual([
      ['1. Use A', 'Superseded by [3](0003-c.md)'],
      ['Use B', 'accepted'],
      ['Use C', 'accepted'],
    ])
    expect(parsed.drafts[0]?.fields).toMatchObject({
      category: 'decisions',
      created: Date.UTC(2021, 8, 27),
      type: 'note',
    })
    expect(parsed.lineage).toEqual([{ kind: 'supersedes', top: 'adr/0003-c.md', under: 'adr/0001-a.md' }])
    expect(parsed.links).toContainEqual({
      from: 'adr/0003-c.md',
      to: 'adr/0002-b.md',
      type: 'refines',
      source: 'typed',
    })
  })

  test('a number that two records have names neither', () => {
    const parsed = adr.parse(
      sourceOf({ '0001-a.md': '## Status\n\nSuperseded by ADR 2\n', '0002-b.md': 'B', '0002-c.md': 'C' }),
    )
    expect(parsed.lineage).toEqual([])
  })
})

describe('an MCP memory graph', () => {
  const parsed = mcpMemory.parse(
    sourceOf({
      'memory.jsonl': rowsOf(
        {
          type: 'entity',
          name: 'Ann',
          entityType: 'person',
          observations: ['Age 28', 'Age 28', 'Likes Rust'],
          by: 'me',
        },
        {
          name: 'Bob',
          entityType: 'person',
          observations: [{ text: 'Age 28', timestamp: '2025-05-11T15:54:05.242Z', v: 1 }],
        },
        { name: 'Lab', entityType: 'place', observations: [] },
        { type: 'relation', from: 'Ann', to: 'Lab', relationType: 'Works at', since: 2020 },
        { type: 'relation', from: 'Nobody', to: 'Lab', relationType: 'owns' },
      ),
    }),
  )

  test('an observation is an entry of its entity', () => {
    expect(parsed.drafts.map(({ fields }) => [fields.entity?.name, fields.content])).toEqual([
      ['Ann', 'Age 28'],
      ['Ann', 'Age 28'],
      ['Ann', 'Likes Rust'],
      ['Bob', 'Age 28'],
      ['Lab', 'Lab'],
    ])
    expect(parsed.drafts[3]?.fields).toMatchObject({
      created: Date.parse('2025-05-11T15:54:05.242Z'),
      extra: { observation: { v: 1 } },
    })
    expect(new Set(identifyDrafts(parsed, 'p').entries.map((entry) => entry.id)).size).toBe(5)
  })

  test('a relation is a link, and is kept as it stands', () => {
    expect(identifyDrafts(parsed, 'p').links).toMatchObject([{ type: 'works-at', source: 'typed' }])
    expect(parsed.drafts[0]?.fields.extra).toMatchObject({ by: 'me', relations: [{ since: 2020 }] })
    expect(parsed.quarantined).toMatchObject([{ line: 5, reason: 'relation_of_unknown_entity' }])
  })
})

test('beads: issues, their texts, dependencies and comments, and interactions', () => {
  const parsed = beads.parse(
    sourceOf({
      'issues.jsonl': rowsOf(
        {
          id: 'x-1.1',
          title: 'Fix it',
          description: 'It is broken.',
          acceptance_criteria: 'It works.',
          status: 'open',
          priority: 1,
          issue_type: 'bug',
          labels: ['b', 'a'],
          dependencies: [{ issue_id: 'x-1.1', depends_on_id: 'x-1', type: 'parent-child' }],
          comments: [{ id: 4, author: 'ann', text: 'Done', created_at: '2026-01-12T02:16:51Z' }],
        },
        {
          id: 'x-1',
          title: 'Epic',
          status: 'tombstone',
          issue_type: 'epic',
          created_at: '2026-01-12T02:16:51Z',
        },
      ),
      'interactions.jsonl': rowsOf({
        id: 'int-1',
        kind: 'field_change',
        issue_id: 'x-1',
        actor: 'bob',
        extra: { field: 'status', old_value: 'open', new_value: 'closed', reason: 'Because.' },
      }),
    }),
  )
  expect(parsed.drafts.map(({ fields }) => [fields.title, fields.content])).toEqual([
    ['Fix it', 'It is broken.\n\n## Acceptance criteria\n\nIt works.'],
    ['Comment on Fix it', 'Done'],
    ['Epic', 'Epic'],
    [undefined, 'x-1: status open → closed\n\nBecause.'],
  ])
  expect(parsed.drafts[0]?.fields).toMatchObject({
    tags: ['a', 'b'],
    custom: { status: 'open', priority: 1, issue_type: 'bug' },
    extra: { id: 'x-1.1' },
  })
  expect(parsed.drafts[3]?.fields.entity).toEqual({ kind: 'issue', name: 'x-1' })
  expect(parsed.retracted).toEqual(['x-1'])
  expect(identifyDrafts(parsed, 'p').links.map((link) => link.type)).toEqual([
    'part-of',
    'part-of',
    'part-of',
  ])
})

test('JSON Lines: members Varve knows are fields, the rest stays in its order', () => {
  const parsed = jsonl.parse(
    sourceOf({
      'a.jsonl': rowsOf(
        {
          id: 'e2',
          kind: 'workflow',
          text: 'Tests need a tag.',
          session_id: 's1',
          created_at: '2026-02-10T00:39:00.469607Z',
          branch: 'b1',
          path: 'src/a.ts',
          line: 4,
          zeta: 1,
          alpha: 2,
          supersedes: 'e1',
          trust: 'web',
        },
        { count: 3, files: ['a.ts'] },
      ),
    }),
  )
  expect(parsed.drafts[0]).toMatchObject({
    id: 'e2',
    fields: {
      content: 'Tests need a tag.',
      type: 'learning',
      category: 'operations',
      created: Date.parse('2026-02-10T00:39:00.469Z'),
      custom: { kind: 'workflow', branch: 'b1' },
      refs: [{ path: 'src/a.ts', line: 4 }],
      source: { session: 's1', trust: 'web' },
    },
  })
  expect(Object.keys(parsed.drafts[0]?.fields.extra ?? {})).toEqual(['created_at', 'zeta', 'alpha'])
  expect(parsed.lineage).toEqual([{ kind: 'supersedes', top: 'e2', under: 'e1' }])
  expect(parsed.drafts[1]?.fields.content).toBe('count: 3\nfiles: ["a.ts"]')
})

test('a session of an agent among JSON Lines is named with its own command, and gives no entry', () => {
  const said = {
    type: 'user',
    uuid: 'a1f4c0de-0000-4000-8000-000000000001',
    parentUuid: null,
    sessionId: '00893aaf-19fa-41d2-8238-13269b9b3ca0',
    timestamp: '2026-03-07T10:00:00.000Z',
    message: { role: 'user', content: 'The port is 8080' },
  }
  const known = { content: 'The port is 8080', type: 'fact', role: 'user' }
  const parsed = jsonl.parse(
    sourceOf({ 's.jsonl': `${JSON.stringify(said)}\n`, 'known.jsonl': `${JSON.stringify(known)}\n` }),
  )
  expect(parsed.drafts.map(({ key }) => key.source)).toEqual(['known.jsonl'])
  expect(parsed.issues).toMatchObject([{ code: 'session_file', subjects: ['s.jsonl'] }])
})
