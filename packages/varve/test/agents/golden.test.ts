import { afterEach, expect, test } from 'vitest'
import { AGENTS } from '../../src/agents/agents.ts'
import { hookCommand } from '../../src/agents/launcher.ts'
import { SKILL_TEXT } from '../../src/agents/texts/skill.ts'
import { VERSION } from '../../src/version.ts'
import { TestMachine } from './machine.ts'

const opened: TestMachine[] = []

afterEach(() => {
  for (const one of opened.splice(0)) one.remove()
})

const CASES = AGENTS.flatMap((agent) => agent.scopes.map((scope) => [agent.name, scope] as const))

test.each(CASES)('what is written for %s at scope %s is as published', async (name, scope) => {
  const there = open()
  there.install(name, { scope })
  await expect(render(there)).toMatchFileSnapshot(`golden/${name}.${scope}.txt`)
})

test('the skill is as published', async () => {
  await expect(SKILL_TEXT.replace(VERSION, '<version>')).toMatchFileSnapshot('golden/skill.txt')
})

test('on Windows hooks are started without a shell where the agent can', async () => {
  const there = open({
    platform: 'win32',
    varveHome: 'C:\\Users\\Ada Lovelace\\AppData\\Local\\varve',
    hookProgram: { path: 'C:\\varve\\varve.mjs', words: ['hook'] },
  })
  const commands = AGENTS.map((agent) => [
    agent.name,
    agent
      .listPieces(there.machine, 'user')
      .flatMap((piece) => (piece.kind === 'hook' ? [piece.item] : []))[0] ?? null,
  ])
  await expect(`${JSON.stringify(Object.fromEntries(commands), undefined, 2)}\n`).toMatchFileSnapshot(
    'golden/windows.json',
  )
})

test('the command of a hook names neither the version nor where this build lies [AG-28]', () => {
  const there = open()
  const other = {
    ...there.machine,
    node: '/other/node',
    hookProgram: { path: '/other/1.2.3/varve.mjs', words: [] },
  }
  for (const scope of ['user', 'project'] as const) {
    expect(hookCommand(other, scope, 'turn-end', 'codex')).toBe(
      hookCommand(there.machine, scope, 'turn-end', 'codex'),
    )
  }
})

function open(machine: ConstructorParameters<typeof TestMachine>[0] = {}): TestMachine {
  const one = new TestMachine(machine)
  opened.push(one)
  return one
}

function render(there: TestMachine): string {
  const files = Object.entries(there.snapshot()).filter(([, what]) => what !== 'folder')
  return files
    .map(([path, what]) => `=== ${path} ${what.replace(' ', '\n')}`)
    .join('\n')
    .replaceAll(SKILL_TEXT, '(the skill)\n')
    .replaceAll(there.home, '/home/ada')
    .replaceAll(there.project, '/home/ada/src/shop')
}
