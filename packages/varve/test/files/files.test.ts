import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFileOnce } from '../../src/files/create-file-once.ts'
import { ensureIgnoredDirectory, ensurePrivateDirectory } from '../../src/files/ensure-directory.ts'
import { findSharedFileSystem } from '../../src/files/find-shared-file-system.ts'
import { readTextFile } from '../../src/files/read-text-file.ts'
import { removeStrayTemporaryFiles } from '../../src/files/temporary-file.ts'
import { listTree } from './list-tree.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const onPosix = test.skipIf(process.platform === 'win32')
const HOUR_MS = 3_600_000

describe('createFileOnce', () => {
  test('the first text stays', () => {
    const path = join(temporaryDirectory(), 'keys', 'a.json')
    expect(createFileOnce(path, 'first')).toBe('created')
    expect(createFileOnce(path, 'second')).toBe('exists')
    expect(readFileSync(path, 'utf8')).toBe('first')
    expect(readdirSync(join(path, '..'))).toEqual(['a.json'])
  })

  onPosix('a dangling link counts as a file that exists', () => {
    const path = join(temporaryDirectory(), 'link')
    symlinkSync('nowhere', path)
    expect(createFileOnce(path, 'text')).toBe('exists')
  })
})

describe('removeStrayTemporaryFiles', () => {
  test('only our own temporary files of more than 24 hours go [RS-15]', () => {
    const directory = temporaryDirectory()
    const now = Date.now()
    const ages: Readonly<Record<string, number>> = {
      '.varve-tmp-00000000000000aa': 25,
      '.varve-tmp-00000000000000bb': 23,
      '.varve-tmp-mine': 99,
      'index.md': 99,
    }
    for (const [name, hours] of Object.entries(ages)) {
      writeFileSync(join(directory, name), '')
      utimesSync(join(directory, name), new Date(), new Date(now - hours * HOUR_MS))
    }
    expect(removeStrayTemporaryFiles(directory, now)).toEqual([
      join(directory, '.varve-tmp-00000000000000aa'),
    ])
    expect(readdirSync(directory).sort()).toEqual([
      '.varve-tmp-00000000000000bb',
      '.varve-tmp-mine',
      'index.md',
    ])
  })

  test('a directory that is not there has none', () => {
    expect(removeStrayTemporaryFiles(join(temporaryDirectory(), 'none'), Date.now())).toEqual([])
  })
})

describe('directories', () => {
  onPosix('a private directory can be entered by its owner only', () => {
    const path = join(temporaryDirectory(), 'a', 'b')
    ensurePrivateDirectory(path)
    ensurePrivateDirectory(path)
    expect([path, join(path, '..')].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700])
  })

  test('an ignored directory says so itself, and making it twice changes nothing [LS-01]', () => {
    const directory = temporaryDirectory()
    ensureIgnoredDirectory(join(directory, '.varve', 'outbox'))
    const before = listTree(directory)
    ensureIgnoredDirectory(join(directory, '.varve', 'outbox'))
    expect(listTree(directory)).toEqual(before)
    expect(readFileSync(join(directory, '.varve', 'outbox', '.gitignore'), 'utf8')).toBe('*\n')
  })
})

describe('readTextFile', () => {
  test('a file that is not there is undefined, also below a file', () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'file'), '\ufeffa\r\n')
    expect(readTextFile(join(directory, 'file'))).toBe('\ufeffa\r\n')
    expect(readTextFile(join(directory, 'none'))).toBeUndefined()
    expect(readTextFile(join(directory, 'file', 'below'))).toBeUndefined()
  })

  test('what cannot be read is an error that names it', () => {
    const directory = temporaryDirectory()
    mkdirSync(join(directory, 'd'))
    expect(() => readTextFile(join(directory, 'd'))).toThrow(`cannot read ${join(directory, 'd')} (EISDIR)`)
  })
})

describe('findSharedFileSystem', () => {
  test('an ordinary disk is none, and a Windows share is one [RS-26]', () => {
    expect(findSharedFileSystem(join(temporaryDirectory(), 'not', 'there'))).toBeUndefined()
    expect(findSharedFileSystem('\\\\server\\share\\varve', 'win32')).toBe('unc')
    expect(findSharedFileSystem('\\\\?\\C:\\varve', 'win32')).toBeUndefined()
    expect(findSharedFileSystem('C:\\varve', 'win32')).toBeUndefined()
  })
})
