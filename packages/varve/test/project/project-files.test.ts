import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openProjectFiles } from '../../src/project/project-files.ts'
import { runGit } from '../../src/project/run-git.ts'
import { temporaryDirectory } from '../files/temporary-directory.ts'

let folder: string
let top: string
beforeEach(() => {
  folder = temporaryDirectory()
  top = join(folder, 'project')
  mkdirSync(top)
})

const write = (path: string, text: string | Buffer, from = top) => {
  mkdirSync(dirname(join(from, path)), { recursive: true })
  writeFileSync(join(from, path), text)
}
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: top, encoding: 'utf8' })
const commit = (message: string) => {
  git('add', '-A')
  git('commit', '-qm', message)
  return git('rev-parse', 'HEAD').trim()
}
const open = () => openProjectFiles(top, (args) => runGit(top, args, process.env))

describe('what may be looked at', () => {
  test('is text inside the project, of no more than 256 KiB, that is no file of secrets and not ignored [LS-62]', () => {
    git('init', '-q')
    write('.gitignore', 'build/\n')
    for (const path of [
      'src/a.ts',
      '.env',
      '.env.local',
      'deploy.pem',
      'id_rsa',
      'build/out.js',
      '.env.example',
    ])
      write(path, 'text')
    write('large.txt', 'x'.repeat(256 * 1024 + 1))
    write('full.txt', 'x'.repeat(256 * 1024))
    write('image.bin', Buffer.from([1, 0, 2]))
    write('outside.txt', 'secret', folder)
    symlinkSync(join(folder, 'outside.txt'), join(top, 'link.txt'))
    symlinkSync(folder, join(top, 'linked'))
    symlinkSync(join(top, '.env'), join(top, 'harmless.txt'))
    symlinkSync(join(top, 'src'), join(top, 'inside'))
    commit('all')
    const files = open()
    const readable = (paths: readonly string[]) => paths.filter((path) => files.textOf(path) !== undefined)
    expect(
      readable(['src/a.ts', 'inside/a.ts', '.env.example', 'full.txt', '.env', '.env.local', 'deploy.pem']),
    ).toEqual(['src/a.ts', 'inside/a.ts', '.env.example', 'full.txt'])
    expect(
      readable([
        ...['id_rsa', 'build/out.js', 'large.txt', 'image.bin', 'link.txt', 'linked/outside.txt'],
        ...['harmless.txt', '../outside.txt', join(folder, 'outside.txt'), 'src', 'none'],
      ]),
    ).toEqual([])
    expect(files.hashOf('link.txt') ?? files.hashOf('.env') ?? files.hashOf('large.txt')).toBeUndefined()
    expect([
      files.kindOf('src'),
      files.kindOf('src/a.ts'),
      files.kindOf('link.txt'),
      files.kindOf('../x'),
    ]).toEqual(['folder', 'file', undefined, undefined])
  })

  test('without version control the files are there, and nothing ever was', () => {
    write('package.json', '{}')
    const files = open()
    expect(files.textOf('package.json')).toBe('{}')
    expect(files.named('package.json')).toEqual(['package.json'])
    expect(files.fateOf('src/a.ts')).toBeUndefined()
  })
})

describe('what version control remembers', () => {
  test('which commit took a file or folder away, and where it moved it', () => {
    git('init', '-q')
    write('src/old.ts', 'export const a = 1\nexport const b = 2\n')
    write('src/gone.ts', 'export const gone = 1\n')
    write('docs/a/one.md', 'one\ntwo\nthree\n')
    write('docs/a/two.md', 'four\nfive\nsix\n')
    const first = commit('add')
    git('mv', 'src/old.ts', 'src/new.ts')
    git('rm', '-q', 'src/gone.ts')
    git('mv', 'docs/a', 'docs/b')
    const second = commit('move')
    write('src/old.ts.bak', 'x')
    commit('other')
    const files = open()
    expect(files.fateOf('src/old.ts')).toEqual({ commit: second, movedTo: 'src/new.ts' })
    expect(files.fateOf('src/gone.ts')).toEqual({ commit: second })
    expect(files.fateOf('docs/a')).toEqual({ commit: second, movedTo: 'docs/b' })
    expect(files.fateOf('src/new.ts')).toBeUndefined()
    expect(files.fateOf('src/never.ts')).toBeUndefined()
    expect(files.textAt('src/gone.ts', first)).toBe('export const gone = 1')
    expect(files.hadText('src/gone.ts', 'gone')).toBe(true)
    expect(files.hadText('src/gone.ts', 'never')).toBe(false)
  })

  test('of a pattern nothing: it is no path, whatever it would match', () => {
    git('init', '-q')
    write('src/gone.ts', 'export const gone = 1\n')
    commit('add')
    git('rm', '-q', 'src/gone.ts')
    commit('remove')
    expect(open().fateOf('src/*.ts')).toBeUndefined()
    expect(open().textAt('src/gone.ts', '--output=x')).toBeUndefined()
  })

  test('tracked files by their base name, the nearest to the top first', () => {
    git('init', '-q')
    for (const path of ['a/b/package.json', 'package.json', 'a/package.json']) write(path, '{}')
    commit('add')
    write('untracked/package.json', '{}')
    expect(open().named('package.json')).toEqual(['package.json', 'a/package.json', 'a/b/package.json'])
  })
})
