import { describe, expect, test } from 'vitest'
import type { Entry, EntryFields } from '../../src/domain/entry.ts'
import type { ProjectFiles } from '../../src/ports/project-files.ts'
import { checkEntry } from '../../src/stale/check-entry.ts'
import { buildEntry } from '../../src/testing/builders.ts'
import { projectOf } from './project-of.ts'

const DAY = 86_400_000
const MANIFEST = JSON.stringify({
  scripts: { test: 'vitest', 'lint:fix': 'biome check --write' },
  engines: { node: '>=22.16 <25' },
  packageManager: 'pnpm@10.2.0+sha512.abc',
  devDependencies: { vitest: '5.1.0' },
})

function check(content: string, files: ProjectFiles, fields: Partial<EntryFields> = {}) {
  return checkEntry(entryOf(content, fields), { files, now: 0, staleAfterDays: 0, maxFiles: 3 })
}

function entryOf(content: string, fields: Partial<EntryFields> = {}): Entry {
  return buildEntry('e1', { content, ...fields })
}

const reasons = (content: string, files: ProjectFiles, fields: Partial<EntryFields> = {}) =>
  check(content, files, fields).findings.map(({ rule, reason }) => `${rule} ${reason}`)

describe('paths', () => {
  const files = projectOf({
    files: { 'src/b.ts': '', 'docs/guide/use.md': '' },
    gone: {
      'src/a.ts': { commit: 'c1' },
      'src/old.ts': { commit: 'c2', movedTo: 'src/new.ts' },
      'docs/guide/gone.md': { commit: 'c3' },
    },
  })

  test('a path that version control knew and that is gone breaks an entry, with its name [LS-60]', () => {
    const result = check('The routes are in `src/a.ts`.', files)
    expect(result).toMatchObject({
      status: 'broken',
      rule: 'ST1',
      reason: 'path gone: src/a.ts',
      file: 'src/a.ts',
    })
  })

  test('a pattern is no path', () => {
    expect(check('Tests are in `src/*.ts` and `src/{a,b}.ts`.', files).status).toBe('unknown')
  })

  test('a path that moved names its new place, and what to write instead', () => {
    const [finding] = check('See `src/old.ts:12-20`.', files).findings
    expect(finding).toEqual({
      rule: 'ST2',
      reason: 'path moved: src/old.ts -> src/new.ts',
      file: 'src/old.ts',
      instead: { says: 'src/old.ts', now: 'src/new.ts' },
    })
  })

  test('a path that never was breaks nothing: it may be an example, or of another project', () => {
    expect(check('Name it `src/feature/x.ts`.', files).status).toBe('unknown')
  })

  test('a path that an entry states need not have been in version control', () => {
    expect(reasons('The routes.', projectOf({}), { refs: [{ path: 'src/never.ts' }] })).toEqual([
      'ST1 path gone: src/never.ts',
    ])
  })

  test('a line that tells that something is gone is not broken by it', () => {
    for (const line of [
      'We removed `src/a.ts` in March.',
      '`src/a.ts` is deprecated.',
      '`src/a.ts` gibt es nicht mehr.',
      '删除了 `src/a.ts`。',
    ]) {
      expect(reasons(line, files), line).toEqual([])
    }
  })

  test('a path is looked for beside the file that the entry was imported from, then at the top', () => {
    const source = { kind: 'import', trust: 'repo', file: 'docs/guide/README.md' } as const
    expect(reasons('See [the page](gone.md) and [how](use.md).', files, { source })).toEqual([
      'ST1 path gone: docs/guide/gone.md',
    ])
    expect(reasons('See `src/a.ts`.', files, { source })).toEqual(['ST1 path gone: src/a.ts'])
  })

  test('what leads out of the project is none of its paths', () => {
    expect(check('See `../../etc/passwd`, `/etc/passwd` and `~/.ssh/config`.', files).status).toBe('unknown')
  })
})

test('a symbol that is no longer a word of its file breaks an entry [LS-60]', () => {
  const files = projectOf({ files: { 'src/b.ts': 'export function openAll() {}' } })
  const refs = (symbol: string) => ({ refs: [{ path: 'src/b.ts', symbol }] })
  expect(reasons('It opens.', files, refs('open'))).toEqual(['ST3 symbol gone: open'])
  expect(reasons('It opens.', files, refs('openAll'))).toEqual([])
})

describe('scripts', () => {
  const files = projectOf({
    files: {
      'package.json': MANIFEST,
      'web/package.json': '{"scripts":{"build:web":"vite build"}}',
      Makefile: '.PHONY: fmt\nfmt lint: deps\n\tgofmt\nVERSION := 1\n',
      justfile: 'alias t := test\ntest *args:\n  go test\nv := "1"\n',
    },
    history: { 'package.json@c1': '{"scripts":{"typecheck":"tsc"}}' },
  })

  test.each([
    ['CI runs `npm run typecheck`.', 'ST4 script gone: typecheck'],
    ['CI validates with `pnpm typecheck` before merge.', 'ST4 script gone: typecheck'],
    ['Run `make deploy`.', 'ST4 script gone: deploy'],
    ['Run `just release` to publish.', 'ST4 script gone: release'],
    ['pnpm --filter web run e2e -- --headed', 'ST4 script gone: e2e'],
    ['`CI=1 npm start && npm test`', 'ST4 script gone: start'],
  ])('%s', (content, expected) => {
    expect(reasons(content, files)).toEqual([expected])
  })

  test.each([
    'Run `pnpm test` and `yarn run lint:fix`.',
    'Run `make fmt`, `make lint`, `just t`, `just test`.',
    'Build with `pnpm --filter web build:web`.',
    'Use `pnpm vitest`, `pnpm install`, `pnpm add -D x`, `pnpm prettier`, `bun install`.',
    'Make sure that the tests pass.',
    'Just run the tests.',
    'make sure',
    'Use pnpm, never npm or yarn.',
    'We dropped `npm run typecheck`.',
  ])('nothing is gone in: %s', (content) => {
    expect(reasons(content, files)).toEqual([])
  })

  test('a makefile that takes in others or makes targets by a pattern says nothing of what is missing', () => {
    for (const Makefile of ['include other.mk\nfmt:\n', '%.o: %.c\n\tcc\n']) {
      expect(reasons('Run `make deploy`.', projectOf({ files: { Makefile } }))).toEqual([])
    }
  })

  test('without a manifest no script is missing', () => {
    expect(reasons('Run `npm run x`, `make y`, `just z`.', projectOf({}))).toEqual([])
  })
})

test('a dependency of then that is none now breaks an entry that names it [LS-60]', () => {
  const files = projectOf({
    files: { 'package.json': MANIFEST, 'src/b.ts': '' },
    history: { 'package.json@c1': '{"dependencies":{"lodash":"4"},"devDependencies":{"vitest":"4"}}' },
  })
  const refs = [{ path: 'src/b.ts', commit: 'c1' }]
  expect(reasons('Group with `lodash`, test with `vitest`.', files, { refs })).toEqual([
    'ST5 dependency gone: lodash',
  ])
  expect(reasons('Group with `lodash`.', files, { refs: [{ path: 'src/b.ts' }] })).toEqual([])
})

describe('versions', () => {
  const files = projectOf({ files: { 'package.json': MANIFEST, '.tool-versions': 'python 3.12.1\n' } })

  test.each([
    ['We run Node 20 in CI.', 'ST6 version differs: Node 20, declared >=22.16 <25'],
    ['Install pnpm 9 first.', 'ST6 version differs: pnpm 9, declared 10.2.0'],
    ['Needs Python 3.9.', 'ST6 version differs: Python 3.9, declared 3.12.1'],
  ])('%s', (content, expected) => {
    expect(reasons(content, files)).toEqual([expected])
  })

  test.each([
    'Node 24 runs it.',
    'Node 20+ is enough.',
    'Node 20 or newer.',
    'pnpm 10',
    'pnpm@10.2',
    'Python 3.12',
    'Ruby 3.1',
    'Node 18 to 24',
    'npm 9',
  ])('%s contradicts nothing', (content) => {
    expect(reasons(content, files)).toEqual([])
  })
})

describe('hashes', () => {
  const files = projectOf({ files: { 'a.ts': 'a', 'b.ts': 'b' }, hashes: { 'a.ts': 'h1', 'b.ts': 'h2' } })
  const status = (...refs: EntryFields['refs']) => {
    const { status, rule } = check('It holds.', files, { refs })
    return `${status} ${rule}`
  }

  test('equal hashes are fresh, another one is changed, none is unknown [LS-60]', () => {
    expect(status({ path: 'a.ts', hash: 'h1' }, { path: 'b.ts', hash: 'h2' })).toBe('fresh ST8')
    expect(status({ path: 'a.ts', hash: 'h1' }, { path: 'b.ts', hash: 'old' })).toBe('changed ST7')
    expect(status({ path: 'a.ts', hash: 'h1' }, { path: 'b.ts' })).toBe('unknown ST9')
    expect(status()).toBe('unknown ST9')
  })

  test('of many files the first few are looked into, and all that are gone are told', () => {
    const asked: string[] = []
    const watched = {
      ...projectOf({ files: Object.fromEntries('abcde'.split('').map((name) => [`src/${name}.ts`, ''])) }),
      hashOf(path: string) {
        asked.push(path)
        return 'h'
      },
    }
    const refs = ['a', 'b', 'c', 'd', 'x', 'y'].map((name) => ({ path: `src/${name}.ts`, hash: 'h' }))
    expect(reasons('All of it.', watched, { refs })).toEqual([
      'ST1 path gone: src/x.ts',
      'ST1 path gone: src/y.ts',
    ])
    expect(check('All of it.', watched, { refs: refs.slice(0, 4) }).status).toBe('fresh')
    expect(new Set(asked)).toEqual(new Set(['src/a.ts', 'src/b.ts', 'src/c.ts']))
  })
})

test('a tag that names a tracked file leads to it, and alone breaks nothing', () => {
  const files = projectOf({ files: { 'deploy.yaml': '' } })
  expect(check('Deploys wait.', files, { tags: ['deploy.yaml'] })).toMatchObject({
    status: 'unknown',
    file: 'deploy.yaml',
  })
})

test('an entry ages after the days that the project set, and at its own end [LS-60]', () => {
  const aging = (fields: Partial<EntryFields>, now: number, staleAfterDays = 180) =>
    checkEntry(entryOf('It holds.', { created: 0, ...fields }), {
      files: projectOf({}),
      now,
      staleAfterDays,
      maxFiles: 3,
    }).isAging
  expect(aging({ asserted_to: 0 }, 180 * DAY)).toBe(false)
  expect(aging({ asserted_to: 0 }, 180 * DAY + 1)).toBe(true)
  expect(aging({ asserted_to: 0 }, 999 * DAY, 0)).toBe(false)
  expect(aging({ asserted_to: 9 * DAY, valid_to: 9 * DAY }, 10 * DAY)).toBe(true)
})
