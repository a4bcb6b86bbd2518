import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Run, Sandbox, startProcess } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

const ANSWER_LINES = fileURLToPath(new URL('./processes/answer-lines.ts', import.meta.url))

/** A memory of every kind of thing, all of it dated: close to midnight, and on the days when clocks change. */
function datedMemory(): Sandbox {
  const place = new Sandbox()
  const dates = [
    '2026-03-07T23:30:00Z',
    '2026-03-08T00:30:00Z',
    '2026-03-08T09:59:59Z',
    '2026-03-08T10:00:00Z',
    '2026-03-29T00:59:59Z',
    '2026-03-29T01:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    '2026-11-01T08:30:00Z',
    '2026-11-01T09:30:00Z',
    '2025-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00.000Z',
  ]
  const categories = ['conventions', 'architecture', 'operations', 'decisions', 'éclair', 'İstanbul']
  const rows = dates.map((created, index) => ({
    id: `dated-${index}`,
    content: `Fact ${index} äöü ıİ ß 使用 pnpm`,
    category: categories[index % categories.length],
    tags: ['Ä', 'a', 'Z', 'ı', 'I'].slice(index % 3),
    created,
  }))
  place.write('dated.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  place.write('twice.jsonl', '{"id":"again","content":"fact 0 äöü ıİ ß 使用 pnpm.","created":"2026-02-01"}\n')
  place.askJson(['import', 'jsonl', 'dated.jsonl', 'twice.jsonl'])
  place.askJson(['edit', 'dated-1', '--text', 'Another text', '--reason', 'found out'])
  place.askJson(['link', 'add', 'dated-2', 'dated-3', '--type', 'supports'])
  place.askJson(['edit', 'dated-4', '--retract', '--reason', 'wrong'])
  place.askJson(['add', 'Newer than the fifth', '--supersedes', 'dated-5'])
  place.askJson(['undo'])
  place.askJson(['edit', 'dated-6', '--pin'])
  return place
}

const READING = [
  'list',
  'list --raw',
  'list --hidden',
  'list --sort newest',
  'list --sort created',
  'list --sort value',
  'list --since 2026-03-08',
  'list --before 2026-03-08',
  'list --as-of 2100-01-01',
  'show dated-1 --history',
  'show again',
  'show dated-4 --raw',
  'link list dated-3',
  'log',
  'log --since 2026-01-01',
  'log --entry dated-1',
  'status',
  'doctor',
  'doctor --secrets',
  'compact --dry-run',
  'compact',
  'edit --retract --before 2026-03-08 --dry-run',
  'edit dated-2 --tag b --dry-run',
  'undo --dry-run',
  'redo --dry-run',
  'import dated.jsonl --dry-run',
  'purge dated-0 --reason test --dry-run',
  'export jsonl -',
  'export pack -',
  'export leanspec out --dry-run',
  'export markdown out --dry-run',
]

/** What one process answers to all the lines, where its time zone and its language are those of `env`. */
async function answersElsewhere(
  place: Sandbox,
  lines: readonly (readonly string[])[],
  env: Readonly<Record<string, string>>,
): Promise<readonly Run[]> {
  const { ended } = startProcess(process.execPath, ['--conditions=varve-source', ANSWER_LINES], {
    cwd: place.project,
    env: { ...place.env, ...env },
    input: JSON.stringify(lines),
  })
  const { status, stdout, stderr } = await ended
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

describe('output', () => {
  let place: Sandbox
  beforeAll(() => {
    place = datedMemory()
    place.run(['compact'])
    place.run(['status'])
  })
  afterAll(() => place.remove())

  const ZONES = [
    { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
    { TZ: 'Asia/Tokyo', LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8' },
    { TZ: 'America/Los_Angeles', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    { TZ: 'Europe/Berlin', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
  ]

  test('is the same, byte for byte, in every time zone and language, and when asked again [RS-42] [RS-100] [BR-49]', async () => {
    const lines = READING.flatMap((line) =>
      ['human', 'json', 'records'].map((format) => [...line.split(' '), '--format', format]),
    )
    const here = lines.map((args) => ({ args, ...place.ask(args) }))
    for (const answer of here) {
      expect(answer).toMatchObject({ status: 0, stderr: '' })
      if (answer.args.includes('json')) expect(() => JSON.parse(answer.stdout)).not.toThrow()
    }
    for (const env of ZONES) {
      const there = await answersElsewhere(place, lines, env)
      expect(there).toHaveLength(lines.length)
      for (const [index, { args, ...answer }] of here.entries())
        expect({ args, env, ...there[index] }).toEqual({ args, env, ...answer })
      // The built command starts the same way.
      const list = ['list', '--raw', '--json']
      expect(place.run(list, { env })).toEqual(place.ask(list))
    }
  })

  test('in JSON has no path of this machine, and in records every line has its letter [LS-76]', () => {
    const changing = [
      'init',
      'add --title Note Something',
      'edit dated-7 --text Changed',
      'link add dated-0 dated-1',
      'link remove dated-0 dated-1',
      'undo',
      'redo',
      'import dated.jsonl',
      'export markdown out',
      'export leanspec .lean-spec/memory',
      'compact --full',
      'doctor --fix',
      'purge dated-8 --reason test --yes',
      'demo dated.jsonl',
    ]
    for (const line of [...READING, ...changing]) {
      const args = [...line.split(' '), '--json']
      const { status, stdout } = changing.includes(line) ? place.run(args) : place.ask(args)
      expect({ line, status }).toEqual({ line, status: 0 })
      expect(stdout).not.toMatch(/\/tmp\/|varve-test-|varve-demo-|[A-Z]:\\\\/)
      expect(JSON.parse(stdout)).toBeTypeOf('object')
    }
    for (const line of READING.filter((each) => !each.startsWith('export'))) {
      const { stdout } = place.ask([...line.split(' '), '--records'])
      expect(stdout.split('\n')[0]).toMatch(/^H varve=1 records=1 mode=/)
    }
  })

  test('is data alone: what is wrong is told on the other channel', () => {
    place.write('broken.jsonl', '{"id":"x1x1","content":"Good line"}\n{"id":\n')
    const imported = place.run(['import', 'jsonl', 'broken.jsonl'])
    expect(imported).toMatchObject({ status: 0, stderr: '' })
    expect(imported.stdout).toContain('1 quarantined')
    const listed = place.run(['list', '--json'])
    expect(listed).toMatchObject({ status: 0, stderr: '' })
    const failed = place.run(['show', 'nope', '--json'])
    expect([failed.stdout, failed.stderr.endsWith('\n')]).toEqual(['', true])
  })

  test('ends quietly where nobody reads on [QP-23]', async () => {
    const large = throwAway()
    const lines = Array.from(
      { length: 3000 },
      (_, index) => `{"content":"Fact ${index} ${'x'.repeat(200)}"}\n`,
    )
    large.write('large.jsonl', lines.join(''))
    large.json(['import', 'jsonl', 'large.jsonl'])
    for (const args of [
      ['list', '--limit', '0', '--json'],
      ['export', 'jsonl', '-'],
    ]) {
      const { child, ended } = large.spawn(args)
      child.stdout?.once('data', () => child.stdout?.destroy())
      const { status, stderr } = await ended
      expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' })
    }
  })

  test('says by its exit code how it went: 0 done, 1 failed, 2 typed wrongly, 3 data', () => {
    expect(place.run(['status']).status).toBe(0)
    expect(place.run(['compact', '--strict']).status).toBe(0)
    expect(place.run(['list', '--nonsense']).status).toBe(2)
    expect(place.run(['show', 'nope']).status).toBe(3)
    place.write('.varve/config.json', '{"project": {"id": "not an id"}')
    expect(place.run(['list']).status).toBe(3)
  })
})
