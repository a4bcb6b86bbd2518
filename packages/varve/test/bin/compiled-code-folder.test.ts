import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compiledCodeFolder } from '../../src/bin/compiled-code-folder.ts'

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'varve-home-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'varve.mjs')
  writeFileSync(program, '')
  /** What a start of a build does: its folder is made, and code put there. */
  const start = (build: number): string => {
    utimesSync(program, build, build)
    const own = compiledCodeFolder(folder, program)
    mkdirSync(join(own, 'v24'), { recursive: true })
    utimesSync(own, build, build)
    return own
  }
  return { folder, start }
}

test('a build keeps its folder, and another one has another', () => {
  const { start } = home()
  const first = start(1_000)
  expect(start(2_000)).not.toBe(first)
  expect(start(1_000)).toBe(first)
})

test('compiled code of old builds goes, however many there were; that of the newest stays [RS-40]', () => {
  const { folder, start } = home()
  const old = join(folder, 'compiled', 'v24.21.0-x64-964aae3f-0')
  mkdirSync(old, { recursive: true })
  utimesSync(old, 1, 1)
  const made = Array.from({ length: 20 }, (_, at) => start(1_000 + at))
  const kept = readdirSync(join(folder, 'compiled')).map((name) => join(folder, 'compiled', name))
  expect(kept.sort()).toEqual(made.slice(-4).sort())
})
