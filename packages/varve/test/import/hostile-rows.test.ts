import { canonicalJson } from '@varve/core'
import { expect, test } from 'vitest'
import { claudeMem } from '../../src/import/claude-mem/index.ts'
import { identifyDrafts } from '../../src/import/draft-id.ts'
import { instructions } from '../../src/import/instructions/index.ts'
import { jsonl } from '../../src/import/jsonl/index.ts'
import { mcpMemory } from '../../src/import/mcp-memory/index.ts'
import { mem0 } from '../../src/import/mem0/index.ts'
import { notes } from '../../src/import/notes/index.ts'
import { rowsOf, sourceOf } from './sources.ts'

test.each(['__proto__', 'constructor', 'toString', 'a/../../b', '', 'x'.repeat(500), 'naïve', '.hidden'])(
  'an id that no entry can have is kept beside a derived one: %j [RS-33]',
  (id) => {
    const parsed = jsonl.parse(sourceOf({ 'a.jsonl': rowsOf({ id, text: 'a fact' }) }))
    const { entries } = identifyDrafts(parsed, 'p')
    expect(entries).toHaveLength(1)
    expect(entries[0]?.id).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/)
    if (id !== '' && !['constructor', 'toString'].includes(id)) expect(entries[0]?.fields.extra?.id).toBe(id)
  },
)

test('members named like those of every object are members, and pollute nothing [RS-33]', () => {
  const row =
    '{"text":"a fact","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}\n'
  const [draft] = jsonl.parse(sourceOf({ 'a.jsonl': row })).drafts
  expect(canonicalJson(draft?.fields.extra)).toBe(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}',
  )
  expect(Object.hasOwn({}, 'polluted')).toBe(false)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test.each([
  ['mem0', mem0, ['results']],
  ['claude-mem', claudeMem, ['observations', 'sessions', 'summaries', 'prompts', 'directives']],
] as const)('%s: hostile names, values and ids in a document [RS-33]', (_, format, lists) => {
  const row =
    '{"id":"__proto__","memory":"a fact","content":"a fact","title":"a fact","request":"a fact","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"content_session_id":"__proto__","prompt_text":"a fact"}'
  const odd = '{"id":{"a":1},"memory":["x"],"title":7,"created_at":"never","categories":{"a":1},"facts":[[]]}'
  const text = `{"__proto__":[${row}],${lists.map((name) => `"${name}":[${row},${odd},null,[],"x"]`).join(',')}}`
  const { entries, issues } = identifyDrafts(format.parse(sourceOf({ 'a.json': text })), 'p')
  expect(entries.length).toBeGreaterThan(0)
  for (const { id, fields } of entries) {
    expect(id).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/)
    expect(fields.content).toMatch(/a fact|Session/)
  }
  expect(issues).toEqual([])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('entities named like members of every object [RS-33]', () => {
  const rows = rowsOf(
    { type: 'entity', name: '__proto__', entityType: 'constructor', observations: ['a', 'b'] },
    { type: 'entity', name: 'toString', entityType: 'x', observations: ['c'] },
    { type: 'relation', from: '__proto__', to: 'toString', relationType: 'constructor' },
  )
  const parsed = mcpMemory.parse(sourceOf({ 'memory.jsonl': rows }))
  expect(parsed.drafts.map((draft) => draft.fields.content)).toEqual(['a', 'b', 'c'])
  expect(identifyDrafts(parsed, 'p').links).toMatchObject([{ type: 'constructor', source: 'typed' }])
})

test('front matter with hostile names, deep nesting and many aliases [RS-33]', () => {
  const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]\n---\ntext\n`
  const deep = `---\na: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n---\ntext\n`
  const names = '---\n__proto__:\n  polluted: 1\nconstructor: x\n---\ntext\n'
  for (const text of [bomb, deep, names]) {
    const parsed = notes.parse(sourceOf({ 'a.md': text }))
    expect(parsed.drafts[0]?.fields.content).toBe('text')
    expect(parsed.drafts[0]?.fields.extra?.front_matter_text).toBe(text.split('---\n')[1]?.trimEnd())
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('Markdown nested 10 000 deep and 100 000 tags [RS-33]', () => {
  const quotes = `${'> '.repeat(10_000)}deep\n`
  const lists = Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}- item ${depth}`).join('\n')
  const parsed = instructions.parse(sourceOf({ 'AGENTS.md': `${quotes}\n${lists}\n` }))
  expect(parsed.drafts).toHaveLength(2)
  const tags = Array.from({ length: 100_000 }, (_, index) => `t${index}`)
  const tagged = jsonl.parse(sourceOf({ 'a.jsonl': rowsOf({ text: 'a fact', tags }) }))
  expect(tagged.drafts[0]?.fields.tags).toHaveLength(100_000)
})
