import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

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
  place.json(['import', 'jsonl', 'dated.jsonl', 'twice.jsonl'])
  place.json(['edit', 'dated-1', '--text', 'Another text', '--reason', 'found out'])
  place.json(['link', 'add', 'dated-2', 'dated-3', '--type', 'supports'])
  place.json(['edit', 'dated-4', '--retract', '--reason', 'wrong'])
  place.json(['add', 'Newer than the fifth', '--supersedes', 'dated-5'])
  place.json(['undo'])
  place.json(['edit', 'dated-6', '--pin'])
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
    for (const [row, line] of READING.entries()) {
      // Each command in three of the four places, each place with every format.
      const runs = ['human', 'json', 'records'].map(async (format, column) => {
        const args = [...line.split(' '), '--format', format]
        const there = await place.start(args, { env: ZONES[(row + column) % ZONES.length] ?? {} })
        expect({ line, format, ...there }).toMatchObject({ line, format, status: 0, stderr: '' })
        expect(there).toEqual(place.ask(args))
        if (format === 'json') expect(() => JSON.parse(there.stdout)).not.toThrow()
      })
      await Promise.all(runs)
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
