import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = throwAway()
  sandbox.git('init', '-q', '-b', 'main')
  sandbox.write('Makefile', 'fmt:\n\tgofmt -w .\ntest:\n\tgo test ./...\n')
  sandbox.write('other.mk', 'x:\n')
  commit()
})

function commit(): void {
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'change')
}

/** Merges a branch that takes `make fmt` away. */
function mergeWithoutFmt(): void {
  sandbox.git('switch', '-qc', 'topic')
  sandbox.write('Makefile', 'test:\n\tgo test ./...\n')
  commit()
  sandbox.git('switch', '-q', 'main')
  sandbox.git('merge', '-q', '--no-edit', 'topic')
}

const flagged = () => sandbox.ask(['list', '--flag', 'stale']).stdout

test('after a merge the entries that it made untrue are marked, and nothing else is looked at or asked [LS-26]', async () => {
  // A model that would leave a trace.
  const trace = join(sandbox.folder, 'asked')
  sandbox.write(
    '.varve/config.json',
    '{"memory": {"compaction": {"llmAssisted": true, "stalenessCheck": true}}}',
  )
  sandbox.ask(['add', 'Run `make fmt` before a push.'])
  sandbox.ask(['add', 'The limit stands in other.mk.', '--ref', 'other.mk#nowhere'])
  const command = JSON.stringify(['sh', '-c', `echo asked > ${trace}`])
  const home = `{"models": [{"name": "one", "provider": "command", "command": ${command}}]}`
  sandbox.write('../home/config.json', home)

  const hook = sandbox.write('hooks/post-merge', '#!/bin/sh\necho theirs >> theirs.txt\nexit 7\n')
  chmodSync(hook, 0o755)
  sandbox.git('config', 'core.hooksPath', 'hooks')
  const before = readFileSync(hook, 'utf8')
  expect(sandbox.run(['install', 'git']).stdout).toContain('hooks/post-merge')
  expect(readFileSync(hook, 'utf8')).not.toContain(sandbox.home)
  expect(sandbox.askJson(['install', 'git', '--status'])).toMatchObject({
    agents: [{ agent: 'git', installed: [{}] }],
  })
  expect(sandbox.ask(['install', 'git', '--status', '--records']).stdout).toContain(
    'D agent git present=true installed=local:hooks',
  )

  mergeWithoutFmt()
  expect(readFileSync(join(sandbox.project, 'theirs.txt'), 'utf8')).toBe('theirs\n')
  await expect.poll(flagged, { timeout: 30_000, interval: 200 }).toContain('make fmt')
  expect(flagged()).not.toContain('The limit')
  expect(existsSync(trace)).toBe(false)

  sandbox.run(['uninstall', 'git'])
  expect(readFileSync(hook, 'utf8')).toBe(before)
  expect(statSync(hook).mode & 0o777).toBe(0o755)
})

test('in a worktree the hook of the repository is meant; a merge goes through where Varve is gone, switched off or broken', () => {
  sandbox.git('worktree', 'add', '-q', '../tree', '-b', 'aside')
  const tree = join(sandbox.folder, 'tree')
  const hook = join(sandbox.project, '.git/hooks/post-merge')
  sandbox.run(['install', 'git'], { cwd: tree })
  expect(readFileSync(hook, 'utf8')).toContain(sandbox.home)
  sandbox.ask(['add', 'Run `make fmt` before a push.'])
  sandbox.write('../home/bin/varve-hook', '#!/bin/sh\necho broken\nexit 9\n')
  mergeWithoutFmt()
  expect(flagged()).not.toContain('make fmt')
  expect(sandbox.run(['uninstall', 'git'], { cwd: tree }).stdout).toContain('removed')
  expect(existsSync(hook)).toBe(false)
  expect(sandbox.run(['uninstall', 'git'], { cwd: tree }).stdout).toContain('Nothing of varve')
})

test('outside a repository there is no hook to install, and no commit to look back to', () => {
  const outside = join(sandbox.folder, 'user')
  expect(sandbox.ask(['install', 'git'], { cwd: outside }).stderr).toContain('no git repository')
  expect(sandbox.ask(['check-stale', '--since', 'no-such-commit']).stderr).toContain('git knows no commit')
})
