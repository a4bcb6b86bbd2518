import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/load-config.ts'
import { writeProjectConfig } from '../../src/config/write-project-config.ts'
import { listTree } from '../files/list-tree.ts'
import { temporaryDirectory } from '../files/temporary-directory.ts'

const ID = 'f005d0da-23df-546e-a071-4b50419a8f95'

function pathsIn(top: string) {
  return { configPath: join(top, '.varve', 'config.json'), cacheDir: join(top, '.varve', 'cache') }
}

describe('writeProjectConfig', () => {
  test('it makes the configuration and the ignored cache, and twice is once [LS-01]', () => {
    const top = temporaryDirectory()
    writeProjectConfig(pathsIn(top), ID)
    const before = listTree(top)
    expect(readFileSync(join(top, '.varve', 'config.json'), 'utf8')).toBe(
      `{\n  "project": {\n    "id": "${ID}"\n  }\n}\n`,
    )
    expect(readFileSync(join(top, '.varve', 'cache', '.gitignore'), 'utf8')).toBe('*\n')
    writeProjectConfig(pathsIn(top), ID)
    expect(listTree(top)).toEqual(before)
    const { config, issues } = loadConfig({
      user: join(top, 'none'),
      project: join(top, '.varve', 'config.json'),
    })
    expect([config.project.id, issues]).toEqual([ID, []])
  })

  test('a file that is there keeps its bytes, whatever they are [RS-87]', () => {
    const top = temporaryDirectory()
    const { configPath } = pathsIn(top)
    mkdirSync(join(top, '.varve'))
    for (const text of ['\ufeff{\r\n "memory" : {} }', '{broken', '']) {
      writeFileSync(configPath, text)
      writeProjectConfig(pathsIn(top), ID)
      expect(readFileSync(configPath, 'utf8')).toBe(text)
    }
  })
})
