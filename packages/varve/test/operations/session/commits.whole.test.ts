import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '@varve/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteCommits } from '../../../src/operations/session/note-commits.ts'
import { openTestContext, type TestContext } from '../test-context.ts'

let opened: TestContext
let session: Session
beforeEach(() => {
  opened = openTestContext()
  mkdirSync(join(opened.project, 'd'))
  run(`git init -q -b main
git config user.name ada
git config user.email ada@example.com
git commit -q --allow-empty -m one
git checkout -q -b topic
git commit -q --allow-empty -m topic
git checkout -q main
git commit -q --allow-empty -m two`)
  session = {
    id: 's_a',
    agent: 'claude-code',
    external_id: 'a',
    kind: 'main',
    root_id: 's_a',
    branch: null,
    started_at: null,
    last_event_at: 0,
    commits: [],
    message_count: 0,
    part_count: 0,
    raw_bytes: 0,
    stored_bytes: 0,
    redactions: {},
  }
  look()
})
afterEach(() => opened.close())

function run(script: string): void {
  spawnSync('sh', ['-c', script], { cwd: opened.project, encoding: 'utf8' })
}

/** The commits that the session has gained since the last look: whether each was rewritten. */
function look(cwd = opened.project): readonly boolean[] {
  const before = session.commits.length
  session = noteCommits(session, cwd, opened.context)
  return session.commits.slice(before).map(({ rewritten }) => rewritten ?? false)
}

test.each([
  ['git commit --allow-empty -m x', [false]],
  ['git -C d commit --allow-empty -m x', [false]],
  ['git -c core.editor=true commit --allow-empty -m x', [false]],
  ['FOO=1 git commit --allow-empty -m x', [false]],
  ['cd d\ngit commit --allow-empty -m x', [false]],
  ['git commit --allow-empty -m "talk about --amend"', [false]],
  ['git commit --amend --allow-empty -m x', [true]],
  ['git merge --no-ff -m merged topic', [false, false]],
  ['git cherry-pick --allow-empty topic', [false]],
  ['touch d/new; git add d; git commit --dry-run', []],
  ["echo 'a; git commit later'", []],
  [
    "printf '#!/bin/sh\\nexit 1' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; git commit --allow-empty -m x",
    [],
  ],
] as const)('%s: a commit is one where HEAD is elsewhere [SL-23] [BR-67]', (script, commits) => {
  run(script)
  expect(look()).toEqual(commits)
  expect(look()).toEqual([])
})

test('a commit that fails changes nothing of those before it [SL-24]', () => {
  run('git commit --allow-empty -m x')
  look()
  const before = session
  const hook = join(opened.project, '.git/hooks/pre-commit')
  mkdirSync(join(opened.project, '.git/hooks'), { recursive: true })
  writeFileSync(hook, '#!/bin/sh\nexit 1\n')
  chmodSync(hook, 0o755)
  run('git commit --allow-empty -m y; git commit --amend --allow-empty -m z')
  expect(look()).toEqual([])
  expect(session).toEqual(before)
})

test('a folder that is gone, and one that is no repository, say nothing', () => {
  const before = session
  mkdirSync(join(opened.project, '../elsewhere'))
  for (const cwd of ['', join(opened.project, 'gone'), join(opened.project, '../elsewhere')])
    expect(look(cwd)).toEqual([])
  expect(session).toEqual(before)
})
