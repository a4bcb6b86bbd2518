import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Machine } from '../../../src/agents/agent.ts'
import { applyAgentPlan } from '../../../src/agents/apply-agent-plan.ts'
import { launcherPath } from '../../../src/agents/launcher.ts'
import { isSharedHook, planGitHook, planGitHookRemoval } from '../../../src/operations/git-hook/git-hook.ts'
import { installGitHook } from '../../../src/operations/git-hook/run-git-install.ts'
import { TestMachine } from '../../agents/machine.ts'
import { openTestContext } from '../test-context.ts'

let computer: TestMachine
beforeEach(() => {
  computer = new TestMachine()
})
afterEach(() => computer.remove())

const launcher = () => launcherPath(computer.machine)

function world(folder = '.git/hooks', machine: Machine = computer.machine) {
  return { machine, place: { top: computer.project }, git: () => folder }
}

function apply(plan: ReturnType<typeof planGitHook | typeof planGitHookRemoval>): readonly string[] {
  applyAgentPlan(plan, computer.machine.varveHome)
  return plan.changes.filter(({ before, after }) => before !== after).map(({ path }) => path)
}

test('the program of the hooks is renewed where it moved, and left alone where it is right', () => {
  apply(planGitHook(world()))
  expect(apply(planGitHook(world()))).toEqual([])
  const hookProgram = { path: '/srv/varve.mjs', words: ['hook'] }
  const moved = world(undefined, { ...computer.machine, hookProgram })
  expect(apply(planGitHook(moved))).toEqual([launcher()])
  expect(readFileSync(launcher(), 'utf8')).toContain('/srv/varve.mjs')
})

test('a program that somebody changed is replaced by force alone', () => {
  apply(planGitHook(world()))
  writeFileSync(launcher(), `${readFileSync(launcher(), 'utf8')}# mine\n`)
  expect(() => planGitHook(world())).toThrow('--force replaces it')
  expect(apply(planGitHook(world(), true))).toEqual([launcher()])
})

test('the program stays while any hook of git or any agent starts it, and goes with the last of them', () => {
  computer.install('claude-code')
  apply(planGitHook(world()))
  apply(planGitHook(world('.git/other')))
  computer.install('claude-code')
  computer.uninstall('claude-code')
  expect(existsSync(launcher())).toBe(true)

  computer.install('codex')
  const hook = join(computer.project, '.git/hooks/post-merge')
  expect(apply(planGitHookRemoval(world()))).toEqual([hook])
  computer.uninstall('codex')
  expect(existsSync(launcher())).toBe(true)

  const other = join(computer.project, '.git/other/post-merge')
  expect(apply(planGitHookRemoval(world('.git/other')))).toEqual([other, launcher()])
  expect(existsSync(join(computer.machine.varveHome, 'bin'))).toBe(false)
  expect(planGitHookRemoval(world()).changes).toEqual([])
})

test('a hook in the project is for all who share it, one of git’s own for this user: by either separator', () => {
  expect(isSharedHook('/work/shop/hooks/post-merge', '/work/shop')).toBe(true)
  expect(isSharedHook('/work/shop/.git/hooks/post-merge', '/work/shop')).toBe(false)
  expect(isSharedHook('/work/shop/.git\\hooks\\post-merge', '/work/shop')).toBe(false)
  expect(isSharedHook('/home/ada/hooks/post-merge', '/work/shop')).toBe(false)
})

test('who installs out of the cache of npx is told what clearing it does', () => {
  const opened = openTestContext()
  const hookProgram = { path: '/home/ada/.npm/_npx/1/varve.mjs', words: ['hook'] }
  const { machine, git } = world(undefined, { ...computer.machine, hookProgram })
  const context = { ...opened.context, machine, git }
  const { human, json } = installGitHook(context, {
    dryRun: false,
    force: false,
    status: false,
    others: false,
  })
  opened.close()
  expect(human).toContain('npm install -g varve')
  expect(json).toMatchObject({ next: [expect.stringContaining('npx')] })
})
