import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256, uuidV5 } from '@varve/core'
import { expect, test } from 'vitest'
import { machine } from './git-fixture.ts'

function runOnce(cwd: string, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const script = fileURLToPath(new URL('register-once.ts', import.meta.url))
  const args = ['--conditions=varve-source', '--no-warnings', script]
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.once('close', () => resolve(output))
  })
}

test('20 processes at once in a fresh folder agree on one project, and none fails [BR-30] [RS-91]', async () => {
  const { folder, env, at } = machine()
  const cwd = folder('fresh')
  const ids = await Promise.all(Array.from({ length: 20 }, () => runOnce(cwd, env)))
  expect(new Set(ids)).toEqual(new Set([uuidV5(`path:${cwd}`)]))
  expect(readdirSync(at('varve-home', 'projects'))).toEqual([uuidV5(`path:${cwd}`)])
  expect(readdirSync(at('varve-home', 'keys'))).toEqual([`${sha256(`path:${cwd}`)}.json`])
  expect(readdirSync(join(cwd, '.varve')).sort()).toEqual(['cache', 'config.json'])
})
