import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readTree, stampTree } from './read-tree.ts'
import { Sandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

/** One command of every kind, none of which names a file to write. */
const COMMANDS = [
  'init',
  'import AGENTS.md',
  'list',
  'log',
  'status',
  'doctor --fix',
  'doctor --secrets',
  'compact',
  'compact --full',
  'audit',
  'audit AGENTS.md',
  'review',
  'export jsonl -',
  'guard pair one other',
  'demo AGENTS.md',
  'undo',
  'redo',
] as const

test('no command changes a source, the index, the branches or the configuration of git [RS-08]', () => {
  sandbox.write('AGENTS.md', '# Rules\n\n- Use pnpm\n- Never use npm\n')
  sandbox.write('src/a.ts', 'export const a = 1\n')
  sandbox.git('init', '-q', '-b', 'main')
  sandbox.git('add', '.')
  sandbox.git('commit', '-q', '-m', 'first')
  const before = gitState()
  for (const line of COMMANDS) {
    const { status, stderr } = sandbox.run(line.split(' '))
    expect(status, `${line}: ${stderr}`).toBe(0)
  }
  expect(gitState()).toEqual(before)
  expect(sandbox.git('status', '--porcelain').split('\n').filter(Boolean)).toEqual(['?? .varve/'])
})

function gitState(): object {
  const index = createHash('sha256')
    .update(readFileSync(join(sandbox.project, '.git/index')))
    .digest('hex')
  return {
    index,
    refs: sandbox.git('for-each-ref'),
    head: readFileSync(join(sandbox.project, '.git/HEAD'), 'utf8'),
    config: readFileSync(join(sandbox.project, '.git/config'), 'utf8'),
    rules: readFileSync(join(sandbox.project, 'AGENTS.md'), 'utf8'),
    source: readFileSync(join(sandbox.project, 'src/a.ts'), 'utf8'),
  }
}

test('no command opens a connection or looks up a name: nothing is asked of a model or a network [RS-74] [RS-78]', () => {
  sandbox.write('AGENTS.md', '# Rules\n\n- Use pnpm\n- Never use npm\n')
  const told = join(sandbox.folder, 'connections')
  const preload = sandbox.write('tell-connections.mjs', TELL_CONNECTIONS)
  const env = { NODE_OPTIONS: `--import ${preload}`, TOLD_TO: told }
  for (const line of COMMANDS) expect(sandbox.run(line.split(' '), { env }).status, line).toBe(0)
  expect(existsSync(told) ? readFileSync(told, 'utf8') : '').toBe('')
  // The watch itself works.
  const name = sandbox.write('ask.mjs', "await fetch('http://127.0.0.1:54321/').catch(() => {})\n")
  spawnSync(process.execPath, [name], { env: { ...sandbox.env, ...env } })
  expect(readFileSync(told, 'utf8')).toContain('connect')
})

const TELL_CONNECTIONS = `
import { appendFileSync } from 'node:fs'
import dns from 'node:dns'
import net from 'node:net'
const tell = (what) => appendFileSync(process.env.TOLD_TO, what + '\\n')
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) { tell('connect'); return connect.apply(this, args) }
const { lookup } = dns
dns.lookup = (...args) => { tell('lookup'); return lookup(...args) }
`

describe('records in a folder', () => {
  test('that were written already are neither written nor read again [RS-81]', () => {
    sandbox.run(['add', 'Use pnpm'])
    expect(sandbox.json(['knowledge', 'sync'])).toMatchObject({ pulled: 0, pushed: 1 })
    const folder = join(sandbox.project, '.varve/journal')
    const before = stampTree(folder)
    expect(sandbox.json(['knowledge', 'sync'])).toMatchObject({ pulled: 0, pushed: 0 })
    expect(stampTree(folder)).toEqual(before)
    expect(before).toHaveLength(1)
  })

  test('that are gone are no deletion: what they said stays, and is written again [RS-82]', () => {
    const { id } = sandbox.json<{ id: string }>(['add', 'Use pnpm'])
    sandbox.run(['knowledge', 'sync'])
    const folder = join(sandbox.project, '.varve/journal')
    for (const path of readTree(folder).keys()) unlinkSync(join(folder, path))
    expect(sandbox.json(['knowledge', 'sync'])).toMatchObject({ pulled: 0, pushed: 1 })
    expect(sandbox.json(['show', id])).toMatchObject({ content: 'Use pnpm' })
  })
})
