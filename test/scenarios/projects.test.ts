import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contents, expectSound, shown } from './memory-of.ts'
import type { Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

/** A project that is a repository with one commit. */
function repository(): Sandbox {
  const place = throwAway()
  place.write('README.md', '# Sample\n')
  place.git('init', '--quiet', '--initial-branch=main')
  place.git('add', '.')
  place.git('commit', '--quiet', '--message', 'first')
  return place
}

interface Status {
  readonly project: string
  readonly entries: number
}

describe('a repository', () => {
  test('has one memory for all its worktrees; deleting one loses nothing [SL-63] [BR-40]', () => {
    const place = repository()
    const tree = (name: string) => join(place.folder, name)
    place.git('worktree', 'add', '--quiet', '--detach', tree('one'))
    place.git('worktree', 'add', '--quiet', '-b', 'feature', tree('two'))
    mkdirSync(join(tree('one'), 'src/deep'), { recursive: true })
    place.askJson(['add', 'Added in the main worktree'])
    place.askJson(['add', 'Added in the first', '--scope', 'project'], { cwd: tree('one') })
    place.askJson(['add', 'Added below it', '--scope', 'project'], { cwd: join(tree('one'), 'src/deep') })
    place.askJson(['add', 'Added in the second', '--scope', 'project'], { cwd: tree('two') })
    const all = ['Added below it', 'Added in the first', 'Added in the main worktree', 'Added in the second']
    const folders = [place.project, tree('one'), join(tree('one'), 'src/deep'), tree('two')]
    const listed = folders.map(
      (cwd) => place.askJson<{ items: { content: string }[] }>(['list'], { cwd }).items,
    )
    for (const items of listed) expect(items.map(({ content }) => content).sort()).toEqual(all)
    const projects = folders.map((cwd) => place.askJson<Status>(['status'], { cwd }).project)
    expect(new Set(projects).size).toBe(1)
    expect(existsSync(join(tree('one'), 'src/deep/.varve'))).toBe(false)
    place.git('worktree', 'remove', '--force', tree('one'))
    place.git('worktree', 'remove', '--force', tree('two'))
    expect(contents(shown(place))).toEqual(all)
    expectSound(place)
  })

  test('that is bare has one memory for its worktrees too [BR-40]', () => {
    const place = repository()
    const bare = join(place.folder, 'bare.git')
    place.git('clone', '--quiet', '--bare', place.project, bare)
    const trees = ['left', 'right'].map((name) => join(place.folder, name))
    for (const path of trees) place.git('-C', bare, 'worktree', 'add', '--quiet', '--detach', path)
    for (const cwd of trees) place.askJson(['add', `Added in ${cwd}`, '--scope', 'project'], { cwd })
    for (const cwd of trees) expect(place.askJson<Status>(['status'], { cwd }).entries).toBe(2)
    const [left = '', right = ''] = trees
    place.git('-C', bare, 'worktree', 'remove', '--force', left)
    expect(place.askJson<Status>(['status'], { cwd: right }).entries).toBe(2)
  })

  test('does not show on main what was learned on a branch [BR-42]', () => {
    const place = repository()
    place.askJson(['add', 'The API is v1'])
    place.git('switch', '--quiet', '--create', 'feature')
    const { id } = place.askJson<{ id: string }>(['add', 'The API is v2'])
    expect(contents(shown(place))).toEqual(['The API is v1', 'The API is v2'])
    place.askJson(['compact'])
    place.git('switch', '--quiet', 'main')
    expect(contents(shown(place))).toEqual(['The API is v1'])
    expect(place.askJson<{ written: string[] }>(['compact']).written).toContain('index.md')
    expect(place.run(['export', 'jsonl', '-']).stdout).not.toContain('v2')
    expect(place.askJson(['show', id])).toMatchObject({ content: 'The API is v2', scope: 'branch:feature' })
    place.git('switch', '--quiet', 'feature')
    expect(contents(shown(place))).toEqual(['The API is v1', 'The API is v2'])
    place.git('switch', '--quiet', 'main')
    place.git('switch', '--quiet', '--create', 'other')
    expect(contents(shown(place))).toEqual(['The API is v1'])
  })
})

test('a folder that is renamed or moved keeps its memory; another of its name has one of its own [RS-47]', () => {
  const place = throwAway()
  place.askJson(['add', 'Known in the folder'])
  const moved = join(place.folder, 'moved')
  renameSync(place.project, moved)
  expect(place.askJson<Status>(['status'], { cwd: moved }).entries).toBe(1)
  const namesake = join(place.folder, 'elsewhere/moved')
  mkdirSync(namesake, { recursive: true })
  expect(place.askJson<Status>(['status'], { cwd: namesake }).entries).toBe(0)
  expect(place.askJson(['add', 'Known in the folder'], { cwd: namesake })).toMatchObject({ status: 'added' })
  expect(place.askJson<Status>(['status'], { cwd: moved }).entries).toBe(1)
})

test('two projects of one home never see each other, whatever they hold [RS-50]', () => {
  const place = throwAway()
  const other = join(place.folder, 'other')
  mkdirSync(other)
  const texts = ['Use pnpm', 'Deploy on Mondays', 'Only in one']
  const [first] = texts.map((text) => place.askJson<{ id: string; status: string }>(['add', text]))
  for (const text of texts.slice(0, 2)) {
    expect(place.askJson(['add', text, '--key', 'same'], { cwd: other })).toMatchObject({ status: 'added' })
  }
  expect(place.askJson<Status>(['status']).entries).toBe(3)
  expect(place.askJson<Status>(['status'], { cwd: other }).entries).toBe(2)
  expect(place.run(['show', first?.id ?? ''], { cwd: other }).status).toBe(3)
  place.askJson(['purge', first?.id ?? '', '--reason', 'test', '--yes'])
  expect(place.askJson<Status>(['status'], { cwd: other }).entries).toBe(2)
  expect(place.run(['list'], { cwd: other }).stdout).not.toContain('Only in one')
  expectSound(place)
})

describe('a folder that could be of two projects', () => {
  test('is named, and the command of the error decides it [SL-66]', () => {
    const place = repository()
    const remote = 'https://github.com/acme/app.git'
    place.askJson(['add', 'Said here before it had a remote'])
    const other = join(place.folder, 'other')
    mkdirSync(other)
    place.git('-C', other, 'init', '--quiet', '--initial-branch=main')
    place.git('-C', other, 'remote', 'add', 'origin', remote)
    place.askJson(['add', 'Said in another clone'], { cwd: other })
    place.git('remote', 'add', 'origin', remote)
    // The tracked id is a decision itself; without it, two keys speak for two projects.
    for (const folder of [place.project, other]) rmSync(join(folder, '.varve'), { recursive: true })
    const { status, stderr } = place.run(['list'])
    expect([status, stderr]).toEqual([3, expect.stringContaining('varve doctor --link-project')])
    const fixes = [...stderr.matchAll(/varve (doctor --link-project \S+)/g)].map(([, words = '']) => words)
    expect(fixes).toHaveLength(2)
    for (const fix of fixes) expect(place.run(fix.split(' '))).toMatchObject({ stderr: '' })
    expect(place.run(['list']).status).toBe(0)
  })
})

describe('what was known on a branch', () => {
  test('is seen there alone until the branch is merged, and everywhere from then on [BR-42] [RS-49]', () => {
    const place = repository()
    place.git('switch', '--quiet', '--create', 'feat')
    place.askJson(['add', 'The API is v2'])
    place.write('api.md', 'v2\n')
    place.git('add', '.')
    place.git('commit', '--quiet', '--message', 'v2')
    place.git('switch', '--quiet', 'main')
    expect(shown(place)).toEqual([])
    place.git('merge', '--quiet', '--no-ff', '--message', 'merge', 'feat')
    place.git('branch', '--quiet', '-d', 'feat')
    expect(place.askJson(['list'])).toMatchObject({ items: [{ scope: 'project' }] })
    expect(contents(shown(place))).toEqual(['The API is v2'])
    place.askJson(['undo'])
    expect(shown(place)).toEqual([])
    expectSound(place)
  })

  test("of a branch without commits, or an abandoned one, never becomes the project's [BR-42]", () => {
    const place = repository()
    place.git('switch', '--quiet', '--create', 'fresh')
    place.askJson(['add', 'Known on a fresh branch'])
    place.git('switch', '--quiet', '--create', 'abandoned')
    place.askJson(['add', 'Known on an abandoned branch'])
    place.git('commit', '--quiet', '--allow-empty', '--message', 'tried')
    place.askJson(['list'])
    place.git('switch', '--quiet', 'main')
    place.git('commit', '--quiet', '--allow-empty', '--message', 'went on')
    expect(shown(place)).toEqual([])
    place.git('branch', '--quiet', '-D', 'abandoned')
    place.git('commit', '--quiet', '--allow-empty', '--message', 'and on')
    expect(shown(place)).toEqual([])
    place.git('switch', '--quiet', 'fresh')
    expect(contents(shown(place))).toEqual(['Known on a fresh branch'])
  })
})
