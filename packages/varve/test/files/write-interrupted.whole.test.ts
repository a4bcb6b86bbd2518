import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from './temporary-directory.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const onPosix = test.skipIf(process.platform === 'win32')

function script(name: string): readonly string[] {
  return ['--conditions=varve-source', '--no-warnings', fileURLToPath(new URL(name, import.meta.url))]
}

test('a kill in the middle leaves the old or the new file, whole [RS-15]', async () => {
  const directory = temporaryDirectory()
  const path = join(directory, 'file')
  for (let round = 0; round < 6; round++) {
    const child = spawn(process.execPath, [...script('write-in-loop.ts'), path, 'a', 'b'])
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await new Promise((resolve) => child.stdout.once('data', resolve))
    await wait(5 + round * 7)
    child.kill('SIGKILL')
    await ended
    const names = readdirSync(directory).filter((name) => !/^\.varve-tmp-[0-9a-f]{16}$/.test(name))
    expect(names).toEqual(['file'])
    const text = readFileSync(path, 'utf8')
    expect([text.length, text.replace(/^(?:a+|b+)$/, '')]).toEqual([2_000_000, ''])
  }
})

onPosix('a full disk leaves the old file and names the path and the bytes needed [RS-30]', () => {
  const directory = temporaryDirectory()
  const path = join(directory, 'file')
  writeFileSync(path, 'old')
  // The limit on file sizes fails a write in the middle, as a full disk does.
  const command = 'ulimit -f 8; exec "$@"'
  const args = ['-c', command, 'sh', process.execPath, ...script('write-once.ts'), path, 'x', '100000']
  const { stdout } = spawnSync('/bin/sh', args, { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toMatchObject({ code: 'disk_full', exit: 1 })
  expect(JSON.parse(stdout).message).toContain(`100000 bytes in ${path}`)
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect(readdirSync(directory)).toEqual(['file'])
})

onPosix('a read-only directory is an error that names the cause and the path [RS-31]', () => {
  const directory = temporaryDirectory()
  const path = join(directory, 'file')
  writeFileSync(path, 'old')
  if (isRoot) chownSync(directory, NOBODY, NOBODY)
  chmodSync(directory, 0o555)
  const user = isRoot ? [String(NOBODY)] : []
  const args = [...script('write-once.ts'), path, 'new', '1', ...user]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  chmodSync(directory, 0o755)
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({ code: 'read_only', exit: 1 })
  expect(JSON.parse(stdout).message).toContain(`${path} (EACCES)`)
  expect(readFileSync(path, 'utf8')).toBe('old')
})
