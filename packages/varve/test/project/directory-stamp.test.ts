import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findDirectory, isRecordedDirectory } from '../../src/project/directory-stamp.ts'
import { temporaryDirectory } from '../files/temporary-directory.ts'

describe('a directory', () => {
  test('is the recorded one by inode and time of birth', () => {
    const seen = { stamp: { inode: '1', born: '10' }, isBirthKnown: true }
    expect(isRecordedDirectory(seen, { inode: '1', born: '10' })).toBe(true)
    expect(isRecordedDirectory(seen, { inode: '2', born: '10' })).toBe(false)
    expect(isRecordedDirectory(seen, { inode: '1', born: '11' })).toBe(false)
    expect(isRecordedDirectory(seen, undefined)).toBe(false)
  })

  test('is the recorded one by inode alone where the file system keeps no time of birth', () => {
    const seen = { stamp: { inode: '1', born: '10' }, isBirthKnown: false }
    expect(isRecordedDirectory(seen, { inode: '1', born: '9' })).toBe(true)
    expect(isRecordedDirectory(seen, { inode: '2', born: '10' })).toBe(false)
  })

  test('stays the same whatever is put into it', () => {
    const path = join(temporaryDirectory(), 'd')
    mkdirSync(path)
    const recorded = findDirectory(path)?.stamp
    writeFileSync(join(path, 'file'), '')
    const seen = findDirectory(path)
    expect(seen !== undefined && isRecordedDirectory(seen, recorded)).toBe(true)
    expect(findDirectory(join(path, 'none'))).toBeUndefined()
  })
})
