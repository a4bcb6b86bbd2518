import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claudeMem } from '../../src/import/claude-mem/index.ts'
import { detectFormats } from '../../src/import/detect-format.ts'
import { importFiles } from '../../src/operations/import.ts'
import { openTestContext, type TestContext } from '../operations/test-context.ts'
import { rowsOf, sourceOf } from './sources.ts'

const AT = Date.UTC(2026, 0, 12, 10, 30)
const MEMORY_SESSION = '5b5d0c52-1111-4111-8111-111111111111'
const SESSION = '0e0a6b4e-2222-4222-8222-222222222222'

const OBSERVATION = {
  id: 12,
  memory_session_id: MEMORY_SESSION,
  project: 'shop',
  text: null,
  type: 'decision',
  title: 'Queue moved to PostgreSQL',
  subtitle: 'One store fewer to run.',
  facts: '["Jobs lie in the table jobs","The worker polls each second"]',
  narrative: 'The queue left Redis.',
  concepts: '["trade-off","how-it-works"]',
  files_read: '["src/queue.ts","/home/ada/notes.md"]',
  files_modified: '["src/worker.ts"]',
  prompt_number: 2,
  discovery_tokens: 900,
  content_hash: 'c0ffee',
  created_at: '2026-01-12T10:30:00.000Z',
  created_at_epoch: AT,
}
const SUMMARY = {
  id: 12,
  memory_session_id: MEMORY_SESSION,
  project: 'shop',
  request: 'Move the queue',
  investigated: 'Who writes jobs.',
  learned: 'Only the API does.',
  completed: 'The move.',
  next_steps: '',
  files_read: null,
  files_edited: '["src/worker.ts"]',
  notes: null,
  created_at: '2026-01-12T10:31:00.000Z',
  created_at_epoch: AT + 60_000,
}
const SDK_SESSION = {
  id: 3,
  content_session_id: SESSION,
  memory_session_id: MEMORY_SESSION,
  project: 'shop',
  user_prompt: 'Move the queue to PostgreSQL',
  started_at: '2026-01-12T10:00:00.000Z',
  started_at_epoch: AT - 1_800_000,
  completed_at: null,
  status: 'active',
}
const PROMPTS = [
  { id: 8, content_session_id: SESSION, prompt_number: 2, prompt_text: 'go on', created_at_epoch: AT },
  {
    id: 7,
    content_session_id: SESSION,
    prompt_number: 1,
    prompt_text: SDK_SESSION.user_prompt,
    created_at_epoch: AT - 1_800_000,
  },
]

function exported(more: object = {}): string {
  const lists = {
    observations: [OBSERVATION],
    sessions: [SDK_SESSION],
    summaries: [SUMMARY],
    prompts: PROMPTS,
  }
  return JSON.stringify({ exportedAt: '2026-02-01T00:00:00.000Z', query: '', ...lists, ...more }, null, 2)
}

const parseOf = (text: string) => claudeMem.parse(sourceOf({ 'export.json': text }))

describe('an export of claude-mem', () => {
  test('an observation keeps its number, texts, tags, files, date and session', () => {
    const [draft] = parseOf(exported()).drafts
    expect(draft?.id).toMatch(/^cm-12-[0-9a-f]{8}$/)
    expect(draft?.fields).toMatchObject({
      type: 'decision',
      mem_type: 'decision',
      category: 'decisions',
      title: OBSERVATION.title,
      summary: OBSERVATION.subtitle,
      content: 'The queue left Redis.\n\n- Jobs lie in the table jobs\n- The worker polls each second',
      tags: ['how-it-works', 'trade-off'],
      refs: [{ path: 'src/worker.ts' }, { path: 'src/queue.ts' }],
      created: AT,
      custom: { project: 'shop' },
      source: { format: 'claude-mem', session: SESSION, file: 'export.json' },
    })
    expect(draft?.fields.extra).toEqual({
      id: 12,
      memory_session_id: MEMORY_SESSION,
      files_read: OBSERVATION.files_read,
      files_modified: OBSERVATION.files_modified,
      prompt_number: 2,
      discovery_tokens: 900,
      content_hash: 'c0ffee',
    })
  })

  test('a summary and the session with all that was asked in it are one entry each, and linked', () => {
    const { drafts, links } = parseOf(exported())
    expect(drafts.map(({ fields }) => [fields.type, fields.title, fields.content])).toEqual([
      ['decision', OBSERVATION.title, expect.any(String)],
      [
        'note',
        'Move the queue',
        '## Investigated\n\nWho writes jobs.\n\n## Learned\n\nOnly the API does.\n\n## Completed\n\nThe move.',
      ],
      ['note', undefined, '## Prompt 1\n\nMove the queue to PostgreSQL\n\n## Prompt 2\n\ngo on'],
    ])
    expect(drafts[1]?.id).toMatch(/^cm-s12-/)
    expect(drafts[2]?.fields).toMatchObject({
      created: AT - 1_800_000,
      source: { session: SESSION },
      extra: { status: 'active', prompts: [{ id: 7 }, { id: 8 }] },
    })
    const log = drafts[2]?.ref
    expect(links).toEqual(
      [drafts[0]?.ref, drafts[1]?.ref].map((from) => ({ from, to: log, type: 'part-of', source: 'typed' })),
    )
  })

  test('the number of another machine is another entry', () => {
    const [here] = parseOf(exported()).drafts
    const theirs = { ...OBSERVATION, memory_session_id: 'of-bob' }
    const [there] = parseOf(exported({ observations: [theirs] })).drafts
    expect(there?.id).not.toBe(here?.id)
  })

  test('ids of sessions by their older names count as well', () => {
    const { memory_session_id: memory, ...old } = OBSERVATION
    const { content_session_id: content, memory_session_id: __, ...session } = SDK_SESSION
    const { drafts } = parseOf(
      exported({
        observations: [{ ...old, sdk_session_id: memory }],
        sessions: [{ ...session, sdk_session_id: memory, claude_session_id: content }],
      }),
    )
    expect(drafts[0]?.fields.source.session).toBe(SESSION)
  })

  test('what says nothing is quarantined by itself, and a list that is none stays as it was', () => {
    const empty = { id: 13, type: 'change', project: 'shop', facts: 'no list' }
    const odd = { ...OBSERVATION, id: 14, facts: 'no list', concepts: null, files_read: '{}' }
    const { drafts, quarantined } = parseOf(
      exported({ observations: [empty, odd, 7], prompts: [{ id: 1 }], summaries: [{ id: 2 }] }),
    )
    expect(drafts[0]?.fields).toMatchObject({ content: 'The queue left Redis.', extra: { facts: 'no list' } })
    expect(quarantined.map(({ reason, line }) => [reason, line > 1])).toEqual([
      ['unknown_row', true],
      ['unknown_row', true],
      ['unknown_row', true],
      ['not_an_object', true],
    ])
  })

  test('it is told by its four lists, whatever its name, and nothing else is', () => {
    const formatOf = (path: string, text: string) =>
      detectFormats(sourceOf({ [path]: text })).claims.map(({ format }) => format.name)
    expect(formatOf('a.json', exported())).toEqual(['claude-mem'])
    expect(formatOf('a.json', exported({ prompts: {} }))).toEqual([])
    expect(formatOf('a.json', exported().slice(0, -3))).toEqual([])
    expect(formatOf('a.md', `${exported().slice(0, -3)}\n`)).toEqual(['notes'])
    expect(formatOf('a.jsonl', rowsOf({ text: 'observations sessions summaries prompts' }))).toEqual([
      'jsonl',
    ])
    expect(
      formatOf('a.json', exported({ memory: [], results: [{ id: '1', memory: 'x', hash: 'y' }] })),
    ).toEqual(['claude-mem'])
  })
})

/** The tables that are read, as the program makes them at its 35th migration. */
const SCHEMA = `
CREATE TABLE sdk_sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, content_session_id TEXT UNIQUE NOT NULL, memory_session_id TEXT UNIQUE,
  project TEXT NOT NULL, platform_source TEXT NOT NULL DEFAULT 'claude', user_prompt TEXT,
  started_at TEXT NOT NULL, started_at_epoch INTEGER NOT NULL, completed_at TEXT, completed_at_epoch INTEGER,
  status TEXT NOT NULL DEFAULT 'active', worker_port INTEGER, prompt_counter INTEGER DEFAULT 0, custom_title TEXT);
CREATE TABLE observations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT,
  type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT,
  files_modified TEXT, prompt_number INTEGER, discovery_tokens INTEGER DEFAULT 0, content_hash TEXT,
  agent_type TEXT, agent_id TEXT, merged_into_project TEXT, generated_by_model TEXT, metadata TEXT,
  created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
CREATE TABLE session_summaries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, request TEXT,
  investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT,
  prompt_number INTEGER, discovery_tokens INTEGER DEFAULT 0, merged_into_project TEXT,
  created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
CREATE TABLE user_prompts (
  id INTEGER PRIMARY KEY AUTOINCREMENT, content_session_id TEXT NOT NULL, prompt_number INTEGER NOT NULL,
  prompt_text TEXT NOT NULL, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
`
const DIRECTIVES = `
CREATE TABLE directives (
  id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL DEFAULT 'global', project TEXT, content TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'active', source TEXT NOT NULL DEFAULT 'manual', created_at TEXT NOT NULL,
  created_at_epoch INTEGER NOT NULL, updated_at_epoch INTEGER NOT NULL);
`

describe('the database of claude-mem', () => {
  let world: TestContext
  let project: string
  beforeEach(() => {
    world = openTestContext()
    project = basename(world.context.place.top)
  })
  afterEach(() => world.close())

  function insert(database: DatabaseSync, table: string, row: object): void {
    const names = Object.keys(row)
    const marks = names.map(() => '?').join(', ')
    database
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`)
      .run(...Object.values(row))
  }

  function database(own = project, schema = SCHEMA): string {
    mkdirSync(join(world.project, 'mem'), { recursive: true })
    const path = join(world.project, 'mem/claude-mem.db')
    const file = new DatabaseSync(path)
    file.exec(schema)
    insert(file, 'sdk_sessions', { ...SDK_SESSION, project: own })
    insert(file, 'observations', { ...OBSERVATION, project: own })
    insert(file, 'session_summaries', { ...SUMMARY, project: own })
    for (const prompt of PROMPTS) insert(file, 'user_prompts', { ...prompt, created_at: '2026-01-12' })
    insert(file, 'observations', {
      ...OBSERVATION,
      id: 99,
      memory_session_id: 'm2',
      content_hash: 'other',
      project: 'elsewhere',
      title: 'Of another project',
    })
    if (schema.includes('directives')) {
      const at = { created_at: '2026-01-12T10:30:00.000Z', created_at_epoch: AT, updated_at_epoch: AT }
      insert(file, 'directives', { id: 1, content: 'Answer in English.', ...at })
      insert(file, 'directives', { id: 2, content: 'Answer in verse.', status: 'retired', ...at })
      insert(file, 'directives', {
        id: 3,
        scope: 'project',
        project: 'elsewhere',
        content: 'Not here.',
        ...at,
      })
    }
    file.close()
    return path
  }

  const texts = () =>
    [...world.context.reading().entries({ visibility: 'heads' })].map(({ content }) => content)

  test('what is of this project comes in as an export of it would, and what stays is named', async () => {
    const path = database()
    const { json } = await world.run(importFiles, { paths: [path] })
    expect(json).toMatchObject({
      formats: ['claude-mem'],
      added: 3,
      issues: [{ code: 'other_projects', subjects: ['elsewhere'] }],
    })
    expect(texts().join('\n')).not.toContain('another project')
    expect((await world.run(importFiles, { paths: [path] })).json).toMatchObject({ added: 0, revised: 0 })
    // A database and an export of it are of one memory.
    writeFileSync(join(world.project, 'export.json'), exported())
    const again = await world.run(importFiles, { paths: [join(world.project, 'export.json')] })
    expect(again.json).toMatchObject({ formats: ['claude-mem'], added: 0 })
  })

  test('worktrees, and what was merged into the project, are of it', async () => {
    const path = database(`${project.toUpperCase()}/fix-queue`)
    expect((await world.run(importFiles, { paths: [path] })).json).toMatchObject({ added: 3 })
  })

  test('directives are pinned, those that are not active retracted', async () => {
    await world.run(importFiles, { paths: [database(project, SCHEMA + DIRECTIVES)] })
    const rules = [...world.context.reading().entries({ visibility: 'all' })].filter(({ pinned }) => pinned)
    expect(rules.map(({ content, state }) => [content, state])).toEqual([
      ['Answer in English.', 'active'],
      ['Answer in verse.', 'retracted'],
    ])
  })

  test('a project that it does not know is refused, with those it knows', async () => {
    await expect(world.run(importFiles, { paths: [database('renamed')] })).rejects.toMatchObject({
      code: 'not_found',
      subjects: ['elsewhere', 'renamed'],
    })
  })
})
