import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { VarveError } from '@varve/core'
import { describe, expect, test } from 'vitest'
import { writeFileAtomically } from '../../src/files/write-file-atomically.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const onPosix = test.skipIf(process.platform === 'win32')

describe('writeFileAtomically', () => {
  test('a new file has the text, and its directory is made on demand [RS-91]', () => {
    const path = join(temporaryDirectory(), 'a', 'b', 'file.json')
    expect(writeFileAtomically(path, 'ünï\n')).toBe('written')
    expect(readFileSync(path, 'utf8')).toBe('ünï\n')
    expect(readdirSync(join(path, '..'))).toEqual(['file.json'])
  })

  test('equal bytes are not written again', () => {
    const path = join(temporaryDirectory(), 'file')
    writeFileAtomically(path, 'one')
    const before = statSync(path, { bigint: true })
    expect(writeFileAtomically(path, 'one')).toBe('unchanged')
    const after = statSync(path, { bigint: true })
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs])
    expect(writeFileAtomically(path, 'two')).toBe('written')
  })

  onPosix('a stated mode holds, also for equal bytes, and else that of the old file is kept', () => {
    const path = join(temporaryDirectory(), 'file')
    const mode = () => statSync(path).mode & 0o777
    writeFileAtomically(path, 'a', { mode: 0o600 })
    expect(mode()).toBe(0o600)
    writeFileAtomically(path, 'b')
    expect(mode()).toBe(0o600)
    chmodSync(path, 0o664)
    writeFileAtomically(path, 'c')
    expect(mode()).toBe(0o664)
    writeFileAtomically(path, 'c', { mode: 0o600 })
    expect(mode()).toBe(0o600)
  })

  onPosix('a symbolic link is replaced, so that a repository cannot lead a write elsewhere', () => {
    const directory = temporaryDirectory()
    const [victim, link] = [join(directory, 'victim'), join(directory, 'link')]
    writeFileSync(victim, 'precious')
    symlinkSync('victim', link)
    writeFileAtomically(link, 'rendered')
    expect(readFileSync(victim, 'utf8')).toBe('precious')
    expect(lstatSync(link).isFile()).toBe(true)
  })

  onPosix('with followLink the file behind a link is written and the link stays', () => {
    const directory = temporaryDirectory()
    const [target, link] = [join(directory, 'dotfiles', 'settings.json'), join(directory, 'settings.json')]
    mkdirSync(join(directory, 'dotfiles'))
    writeFileSync(target, 'old')
    symlinkSync('dotfiles/settings.json', link)
    writeFileAtomically(link, 'new', { followLink: true })
    expect(readlinkSync(link)).toBe('dotfiles/settings.json')
    expect(readFileSync(target, 'utf8')).toBe('new')
  })

  test('a directory in the way is an error that names the path', () => {
    const path = join(temporaryDirectory(), 'file')
    mkdirSync(path)
    expect(() => writeFileAtomically(path, 'x')).toThrow(path)
  })

  test('names of 255 bytes and paths with spaces and non-ASCII letters work [RS-90]', () => {
    const path = join(temporaryDirectory(), 'First Last', 'ünï 项目', 'x'.repeat(255))
    expect(writeFileAtomically(path, 'text')).toBe('written')
    expect(readFileSync(path, 'utf8')).toBe('text')
  })

  test('its errors carry a command to run next', () => {
    const path = join(temporaryDirectory(), 'file')
    mkdirSync(path)
    try {
      writeFileAtomically(path, 'x')
      expect.unreachable()
    } catch (error) {
      expect(VarveError.isInstance(error) && error.fix).toEqual(['varve doctor'])
    }
  })
})
