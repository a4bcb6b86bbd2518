import { statementKey } from '@varve/core/guard'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claudeMemory } from '../../src/import/claude-memory/index.ts'
import { detectFormats } from '../../src/import/detect-format.ts'
import { identifyDrafts } from '../../src/import/draft-id.ts'
import { instructions } from '../../src/import/instructions/index.ts'
import { guessCategory } from '../../src/import/markdown/guess-category.ts'
import { notes } from '../../src/import/notes/index.ts'
import { sourceOf } from './sources.ts'
import { uncovered } from './uncovered.ts'

function parse(text: string, path = 'AGENTS.md') {
  return instructions.parse(sourceOf({ [path]: text }))
}

function contents(text: string): readonly string[] {
  return parse(text).drafts.map((draft) => draft.fields.content)
}

describe('a file of rules becomes one entry a statement', () => {
  test('items keep what is nested in them', () => {
    expect(contents('- one\n  more of one\n  - nested\n\n    far in\n- two\n* three\n')).toEqual([
      'one\nmore of one\n- nested\n\n  far in',
      'two',
      'three',
    ])
  })

  test('paragraphs, code, tables and headings without text', () => {
    const text =
      '# Top\n\nOne line\nand another.\n\n```sh\n# no heading\n- no item\n```\n\n| a | b |\n| - | - |\n\n## Empty\n'
    expect(contents(text)).toEqual([
      'One line\nand another.',
      '```sh\n# no heading\n- no item\n```',
      '| a | b |\n| - | - |',
      'Empty',
    ])
  })

  test('a sentence that leads in code is one statement with it', () => {
    expect(contents('Run the tests:\n\n```sh\nnpm test\n```\n')).toEqual([
      'Run the tests:\n\n```sh\nnpm test\n```',
    ])
  })

  test('headings and lead stay with the statement, for they can turn it round', () => {
    const [draft] = parse('# Git\n\n## Never\n\nOn any branch:\n\n- push to main\n').drafts
    expect(draft?.fields).toMatchObject({
      content: 'push to main',
      entity: { kind: 'section', name: 'Git › Never › On any branch:' },
      custom: { headings: ['Git', 'Never'], lead: 'On any branch:' },
    })
  })

  test('numbered items keep their number, rules and comments stay beside a statement', () => {
    const [first, second] = parse('1. one\n2. two\n\n---\n<!-- note -->\n').drafts
    expect(first?.fields.extra).toEqual({ mark: '1.' })
    expect(second?.fields.extra).toEqual({ mark: '2.', markup: ['---', '<!-- note -->'] })
  })

  test('front matter is kept as it stands and as data', () => {
    const [draft] = parse('---\ndescription: "Rules"\nglobs: **/*.ts\n---\n- one\n', 'a.mdc').drafts
    expect(draft?.fields.custom?.front_matter).toEqual({ description: 'Rules', globs: '**/*.ts' })
    expect(draft?.fields.extra?.front_matter_text).toBe('description: "Rules"\nglobs: **/*.ts')
  })

  test('front matter that cannot be read is an issue with its line, and its text is kept', () => {
    const parsed = parse('---\na: [1\nb: }\n---\n- one\n')
    expect(parsed.issues).toMatchObject([{ code: 'invalid_frontmatter', detail: { file: 'AGENTS.md' } }])
    expect(parsed.drafts[0]?.fields.extra?.front_matter_text).toBe('a: [1\nb: }')
  })

  test('the same file gives the same ids, and equal statements of a file stay apart', () => {
    const text = '## A\n- same\n- same\n'
    const ids = identifyDrafts(parse(text), 'p').entries.map((entry) => entry.id)
    expect(new Set(ids).size).toBe(2)
    expect(identifyDrafts(parse(text), 'p').entries.map((entry) => entry.id)).toEqual(ids)
    expect(
      identifyDrafts(parse(`- before\n${text}`), 'p')
        .entries.slice(1)
        .map((entry) => entry.id),
    ).toEqual(ids)
    expect(identifyDrafts(parse(text), 'q').entries[0]?.id).not.toBe(ids[0])
  })

  test('one rule for two agents in one folder is one rule, with both texts kept', () => {
    const source = sourceOf({
      '.cursorrules': '## Git\n- squash\n',
      'AGENTS.md': '## Git\n- squash\n- rebase\n',
      'pkg/AGENTS.md': '## Git\n- squash\n',
    })
    const parsed = instructions.parse(source)
    expect(parsed.drafts).toHaveLength(4)
    const keys = parsed.drafts.map(({ fields }) => statementKey(fields))
    expect(new Set(keys).size).toBe(3)
    expect(keys[0]).toBe(keys[1])
  })
})

test('template headings do not fuse tasks of sibling documents [BR-05]', () => {
  const parsed = instructions.parse(
    sourceOf({
      'a/AGENTS.md': '## Task 5\n\nwrite tests\n\n## Task 6\n\nwrite docs\n',
      'b/AGENTS.md': '## Task 5\n\nwrite docs\n\n## Task 6\n\nwrite tests\n',
    }),
  )
  const { entries, lineage } = identifyDrafts(parsed, 'p')
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(4)
  expect(lineage).toEqual([])
  const keys = entries.map((entry) => statementKey(entry.fields))
  expect(new Set(keys).size).toBe(4)
})

test('short texts in any script keep ids of their own [BR-33]', () => {
  const text = [
    '- Remember that for all local development we always use port 3000',
    '- Remember that for all local development we always use port 3001',
    '- 端口用3000',
    '- 超时用3000',
    '- 部署方案',
  ].join('\n')
  const ids = identifyDrafts(parse(text), 'p').entries.map((entry) => entry.id)
  expect(new Set(ids).size).toBe(5)
})

test('no line is lost, whatever the Markdown looks like', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '# One',
      '## Two',
      '### ',
      '- item',
      '  - nested',
      '* star',
      '3. third',
      '-',
      '---',
      '***',
      '===',
      '```',
      '~~~',
      '````',
      '    code',
      '| a | b |',
      '|---|---|',
      '> quote',
      '<!-- c -->',
      '<!-- open',
      '-->',
      '[ref]: http://x.test',
      'Lead:',
      'plain text',
      'more text',
      '',
      '',
      '\ttab',
      '- [ ] todo',
      '  continued',
      '#hash',
      '<div>',
      '  ```',
      '…',
      '+ plus',
    ),
    fc.string({ maxLength: 10 }).map((text) => text.replace(/[\0\n\r]/g, '')),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
      const source = sourceOf({ 'AGENTS.md': lines.join('\n') })
      for (const format of [instructions, notes]) {
        const parsed = format.parse(source)
        for (const file of source.files) expect(uncovered(file, parsed)).toEqual([])
      }
    }),
    { numRuns: 3000 },
  )
})

test.each([
  [['Running tests'], 'operations'],
  [['Naming conventions'], 'conventions'],
  [['Project structure'], 'architecture'],
  [['Why we chose it', 'Decisions'], 'decisions'],
  [['Misc', 'Deployment'], 'operations'],
  [['Misc'], 'uncategorised'],
  [['constructor', '__proto__'], 'uncategorised'],
])('the category of %j is %s', (names, category) => {
  expect(guessCategory(names)).toBe(category)
})

describe('notes', () => {
  const source = sourceOf({
    'Home.md':
      '# Home\n\nSee [[Deep/Page|a page]], [[missing]], [file](Deep/Page.md#top), `[[Other]]`.\n\n```\n[[Other]]\n```\n',
    'Deep/Page.md':
      '---\ntitle: The page\ntags: [b, a]\ncreated: 2026-03-07\n---\n\nBack to [[home]] and [[the PAGE]].\n',
    'Other.md': 'No heading here, [[The page]]\n',
  })
  const parsed = notes.parse(source)

  test('a file is one titled note, and its body stays as it is', () => {
    expect(parsed.drafts.map((draft) => draft.fields.title)).toEqual(['Home', 'The page', 'Other'])
    expect(parsed.drafts[1]?.fields).toMatchObject({
      content: 'Back to [[home]] and [[the PAGE]].',
      type: 'note',
      tags: ['a', 'b'],
      created: Date.UTC(2026, 2, 7),
    })
  })

  test('links between notes are found outside of code, each once', () => {
    expect(parsed.links.map((link) => [link.from, link.to, link.source])).toEqual([
      ['Home.md', 'Deep/Page.md', 'inline'],
      ['Deep/Page.md', 'Home.md', 'inline'],
      ['Other.md', 'Deep/Page.md', 'inline'],
    ])
  })

  test('an edited or re-saved file is the same entry [BR-32]', () => {
    const idOf = (text: string) => identifyDrafts(notes.parse(sourceOf({ 'a.md': text })), 'p').entries[0]?.id
    expect(idOf('# A\n\nnew')).toBe(idOf('old'))
  })

  test('summary, unknown keys, comments and CRLF are all kept [BR-73]', () => {
    const text = '---\r\nid: qp-1\r\n# a comment\r\nsummary: short\r\nodd: {x: 1}\r\n---\r\nBody\r\n'
    const [draft] = notes.parse(sourceOf({ 'a.md': text })).drafts
    expect(draft?.id).toBe('qp-1')
    expect(draft?.fields.summary).toBe('short')
    expect(draft?.fields.custom).toEqual({ front_matter: { id: 'qp-1', summary: 'short', odd: { x: 1 } } })
    expect(draft?.fields.extra?.front_matter_text).toContain('# a comment')
  })
})

test('auto-memory: the index is a list, topics are notes, and the index links to them', () => {
  const parsed = claudeMemory.parse(
    sourceOf({
      'memory/MEMORY.md': '# Memory\n\n- [Testing](testing.md) — how\n- Uses pnpm here\n',
      'memory/testing.md':
        '---\nname: testing\ndescription: How to test\ntype: feedback\n---\n\nRun vitest.\n',
      'memory/loose.md': '- a statement\n- another one\n',
    }),
  )
  expect(parsed.drafts.map((draft) => draft.fields.content)).toEqual([
    '[Testing](testing.md) — how',
    'Uses pnpm here',
    'Run vitest.',
    'a statement',
    'another one',
  ])
  expect(parsed.drafts[2]?.fields).toMatchObject({
    title: 'testing',
    summary: 'How to test',
    category: 'conventions',
  })
  expect(parsed.links).toEqual([
    { from: 'memory/MEMORY.md#1', to: 'memory/testing.md', type: 'related', source: 'inline' },
  ])
})

test('a repository with several stores: each file goes to the store it is of', () => {
  const source = sourceOf({
    '.beads/issues.jsonl': '{"id":"b-1","title":"T","issue_type":"task","status":"open"}\n',
    '.claude/projects/-x/memory/MEMORY.md': '- one\n',
    '.cursor/rules/a.mdc': '- one\n',
    '.serena/memories/a.md': '- one\n',
    'CLAUDE.md': '- one\n',
    'data.bin': 'x',
    'docs/adr/0001-a.md': '# A\n\n## Decision\n\nYes.\n',
    'docs/adr/README.md': '# Records\n',
    'dot-github/copilot-instructions.md': '- one\n',
    'guide.md': '# Guide\n',
    'memory-bank/progress.md': '- one\n',
    'memory.jsonl': '{"type":"entity","name":"A","entityType":"x","observations":["y"]}\n',
    'rows.jsonl': '{"text":"a"}\n',
  })
  const { claims, unclaimed } = detectFormats(source)
  const found = claims.map((claim) => [claim.format.name, claim.source.files.map((file) => file.path)])
  expect(Object.fromEntries(found)).toEqual({
    adr: ['docs/adr/0001-a.md'],
    beads: ['.beads/issues.jsonl'],
    'claude-memory': ['.claude/projects/-x/memory/MEMORY.md'],
    instructions: ['.cursor/rules/a.mdc', 'CLAUDE.md', 'dot-github/copilot-instructions.md'],
    jsonl: ['rows.jsonl'],
    'mcp-memory': ['memory.jsonl'],
    'memory-bank': ['memory-bank/progress.md'],
    notes: ['docs/adr/README.md', 'guide.md'],
    serena: ['.serena/memories/a.md'],
  })
  expect(unclaimed).toEqual(['data.bin'])
})
