import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contents, everything, examine, expectSound, logged, shown } from './memory-of.ts'
import { readTree, stampTree } from './read-tree.ts'
import { ROOT, type Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

interface Compacted {
  readonly written: readonly string[]
  readonly removed: readonly string[]
  readonly stage1: { readonly inputs: string; readonly entries: number; readonly live: number }
}

/** Rows of every kind that stage 1 looks at, each with an id and a date of its own. */
function rows(): readonly string[] {
  const categories = ['conventions', 'architecture', 'operations', 'decisions', 'zürich', 'İstanbul', 'a-own']
  const texts = [
    'Use pnpm',
    'use  pnpm.',
    'ÄÖÜ ß ıİ',
    '使用 pnpm。',
    'Port 3000',
    '`code` only',
    '<!-- hidden -->',
  ]
  return Array.from({ length: 60 }, (_, index) => {
    const row = {
      id: `row-${String(index).padStart(3, '0')}`,
      content: `${texts[index % texts.length]}${index < 14 ? '' : ` ${index}`}`,
      category: categories[index % categories.length],
      created: new Date(Date.UTC(2025, index % 12, 1 + (index % 28), 23, 30) + index).toISOString(),
      tags: ['ä', 'Z', 'a', 'İ', 'i'].slice(index % 4),
      confidence: ['low', 'medium', 'high'][index % 3],
      ...(index % 9 === 0 && { pinned: true }),
      ...(index % 7 === 0 && { key: `slot ${index % 21}` }),
      ...(index % 8 === 5 && { supersedes: `row-${String(index - 5).padStart(3, '0')}` }),
    }
    return `${JSON.stringify(row)}\n`
  })
}

/** A memory of those rows: in the order given, in files of that order. */
function memoryOf(lines: readonly string[], env: Readonly<Record<string, string>> = {}): Sandbox {
  const place = throwAway()
  const middle = Math.floor(lines.length / 3)
  place.write('knowledge/b.jsonl', lines.slice(0, middle).join(''))
  place.write('knowledge/a.jsonl', lines.slice(middle).join(''))
  place.askJson(['import', 'jsonl', 'knowledge'], { env })
  return place
}

function cache(place: Sandbox): ReadonlyMap<string, string> {
  return new Map(
    [...readTree(join(place.project, '.varve/cache'))].map(([path, bytes]) => [path, String(bytes)]),
  )
}

describe('the rendered files', () => {
  test('come back with the same bytes after they were deleted, and are not written twice [LS-10]', () => {
    const place = memoryOf(rows())
    const first = place.askJson<Compacted>(['compact'])
    expect(first.written).toContain('index.md')
    const before = cache(place)
    const stamps = stampTree(join(place.project, '.varve'))
    expect(place.askJson<Compacted>(['compact'])).toMatchObject({
      written: [],
      removed: [],
      stage1: first.stage1,
    })
    expect(place.askJson<Compacted>(['compact', '--full'])).toMatchObject({ written: [], removed: [] })
    expect(stampTree(join(place.project, '.varve'))).toEqual(stamps)
    rmSync(join(place.project, '.varve/cache'), { recursive: true })
    expect(place.askJson<Compacted>(['compact']).written).toEqual(first.written)
    expect(cache(place)).toEqual(before)
    expect(logged(place)).toHaveLength(1)
  })

  test('are the same whatever the order of the files, the language and the time zone [LS-09]', () => {
    const lines = rows()
    const shuffled = lines.map((line, index) => lines[(index * 37 + 11) % lines.length] ?? line)
    const places = [
      memoryOf(lines, { TZ: 'UTC', LC_ALL: 'C' }),
      memoryOf(lines.toReversed(), { TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8' }),
      memoryOf(shuffled, { TZ: 'America/Los_Angeles', LC_ALL: 'de_DE.UTF-8' }),
    ]
    const zones = ['America/Los_Angeles', 'UTC', 'Asia/Tokyo']
    const caches = places.map((place, index) => {
      place.askJson(['compact'], { env: { TZ: zones[index], LC_ALL: 'ja_JP.UTF-8' } })
      return cache(place)
    })
    expect(caches[0]?.size).toBeGreaterThan(7)
    expect(caches[1]).toEqual(caches[0])
    expect(caches[2]).toEqual(caches[0])
    const lists = places.map((place) => shown(place).map(({ id }) => id))
    expect(lists[1]).toEqual(lists[0])
    expect(lists[2]).toEqual(lists[0])
  })

  test('of two processes that compact at once are those of one', async () => {
    const place = memoryOf(rows())
    for (let round = 0; round < 5; round++) {
      rmSync(join(place.project, '.varve/cache'), { recursive: true, force: true })
      const runs = await Promise.all([place.start(['compact']), place.start(['compact', '--full'])])
      for (const run of runs) expect(run).toMatchObject({ status: 0, stderr: '' })
      const both = cache(place)
      rmSync(join(place.project, '.varve/cache'), { recursive: true })
      place.askJson(['compact'])
      expect(both).toEqual(cache(place))
    }
    expect(examine(place).status).toBe(0)
  })

  test('of a category without a head go, and of an empty memory there is an index alone', () => {
    const place = throwAway()
    const { id } = place.askJson<{ id: string }>(['add', 'Only one', '--category', 'decisions'])
    expect(place.askJson<Compacted>(['compact']).written).toEqual(['compacted/decisions.md', 'index.md'])
    place.askJson(['edit', id, '--category', 'operations'])
    expect(place.askJson<Compacted>(['compact'])).toMatchObject({
      written: ['compacted/operations.md', 'index.md'],
      removed: ['compacted/decisions.md'],
    })
    place.askJson(['undo'])
    place.askJson(['undo'])
    place.askJson(['compact'])
    expect([...cache(place).keys()]).toEqual(['.gitignore', 'index.md'])
  })

  test('are no change for git, in a repository that ignores nothing [SL-94] [BR-66]', () => {
    const place = memoryOf(rows())
    place.git('init', '--quiet', '--initial-branch=main')
    place.git('add', '.')
    place.git('commit', '--quiet', '--message', 'first')
    place.askJson(['compact'])
    place.askJson(['add', 'Another one'])
    place.askJson(['compact'])
    expect(place.git('status', '--porcelain', '--untracked-files=all')).toBe('')
    expect(place.git('ls-files', '.varve')).toBe('.varve/config.json\n')
  })
})

test('an entry that is malformed changes nothing for the others [LS-37]', () => {
  const lines = rows()
  const place = memoryOf(lines)
  const bad = [
    '{"id":"half',
    '[1,2]\n',
    '\u0000\n',
    '{"id":"no-text","content":""}\n',
    '{"id":"no/id","content":7}\n',
    '<<<<<<< HEAD\n',
  ]
  const broken = memoryOf(
    lines.flatMap((line, index) => (index % 10 === 3 ? [`${bad[index % bad.length]}\n`, line] : [line])),
  )
  expect(shown(broken).filter(({ id }) => id.startsWith('row-'))).toHaveLength(shown(place).length)
  const known = new Set(everything(place).map(({ id }) => id))
  const of = (each: Sandbox) =>
    everything(each)
      .filter(({ id }) => known.has(id))
      .map(({ id, content, hidden }) => ({ id, content, hidden }))
  expect(of(broken)).toEqual(of(place))
  const { issues } = examine(broken)
  expect(issues.filter(({ code }) => code === 'bad_entry').length).toBeGreaterThan(0)
})

test('what makes a project is made once: twice leaves the same tree [LS-01]', () => {
  const commands = [['init'], ['add', 'The first'], ['doctor', '--fix']]
  for (const args of commands) {
    const place = throwAway()
    place.askJson(args)
    const tree = readTree(place.project)
    expect([...tree.keys()]).toEqual(
      expect.arrayContaining(['.varve/cache/.gitignore', '.varve/config.json']),
    )
    expect(String(tree.get('.varve/cache/.gitignore'))).toBe('*\n')
    // What a rendering was made of is kept beside the store, and is no part of what makes a project.
    const storedFiles = () =>
      [...readTree(join(place.home, 'projects')).keys()].filter((path) => !path.includes('/renderings/'))
    const stored = storedFiles()
    expect(stored.some((path) => path.endsWith('/varve.db'))).toBe(true)
    for (const again of [['init'], ['doctor', '--fix'], args]) place.askJson(again)
    place.askJson(['init'])
    const keys = readTree(join(place.home, 'keys'))
    const first = readTree(place.project)
    for (const again of [['init'], ['doctor', '--fix']]) place.askJson(again)
    expect(readTree(place.project)).toEqual(first)
    expect(readTree(join(place.home, 'keys'))).toEqual(keys)
    expect(first.get('.varve/config.json')).toEqual(tree.get('.varve/config.json'))
    expect(storedFiles()).toEqual(stored)
  }
})

test('the example project is pressed to what still holds', () => {
  const place = throwAway()
  cpSync(join(ROOT, 'examples/acme-shop'), place.project, { recursive: true })
  place.askJson(['import', '.'])
  const { stage1 } = place.askJson<Compacted>(['compact'])
  expect(stage1.live).toBe(shown(place).length)
  expect(stage1.entries).toBe(everything(place).length)
  expect(stage1.live).toBeLessThan(stage1.entries)
  expect(contents(shown(place)).join('\n')).toContain('PostgreSQL')
  expectSound(place)
})
