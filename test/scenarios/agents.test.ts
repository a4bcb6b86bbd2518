import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Sandbox } from './sandbox.ts'

const opened: Sandbox[] = []

afterEach(() => {
  for (const one of opened.splice(0)) one.remove()
})

test('an agent is told of the memory and forgets it again, over any settings', () => {
  const { sandbox, file } = open()
  const settings = '{\n  // mine\n  "mcpServers": {},\n}\n'
  file('.gemini/settings.json', settings)
  const installed = sandbox.run(['install', 'gemini-cli', '--with', 'instructions'])
  expect(installed).toMatchObject({ status: 0, stderr: '' })
  expect(installed.stdout).toContain('Installed in Gemini CLI (user)')
  expect(readFileSync(join(sandbox.userHome, '.agents/skills/varve/SKILL.md'), 'utf8')).toContain(
    'name: varve',
  )
  expect(sandbox.json(['install', '--status'])).toMatchObject({ issues: [] })
  expect(sandbox.run(['doctor', '--agents']).status).toBe(0)
  const { files, memory } = sandbox.json<{ files: object[]; memory: string }>(['uninstall', 'gemini-cli'])
  expect(files.length).toBeGreaterThan(1)
  expect(memory).toBe(sandbox.home)
  expect(readFileSync(join(sandbox.userHome, '.gemini/settings.json'), 'utf8')).toBe(settings)
  expect(existsSync(join(sandbox.userHome, '.agents'))).toBe(false)
})

test('a dry run shows a patch and writes nothing', () => {
  const { sandbox } = open()
  sandbox.write('AGENTS.md', '# Rules\n')
  const dry = sandbox.json<{ patch: string }>([
    'install',
    'codex',
    '--scope',
    'project',
    '--only',
    'instructions',
    '--dry-run',
  ])
  expect(dry.patch).toMatch(
    /^--- .*AGENTS\.md\n\+\+\+ .*AGENTS\.md\n@@ -1,1 \+1,5 @@\n # Rules\n\+\n\+<!-- varve:begin guide v1 -->/,
  )
  expect(readFileSync(join(sandbox.project, 'AGENTS.md'), 'utf8')).toBe('# Rules\n')
  expect(existsSync(join(sandbox.home, 'installs.json'))).toBe(false)
})

test('a damaged file stops an install with exit 3 and what to paste [BR-69]', () => {
  const { sandbox } = open()
  const text = '# Rules\n<!-- varve:begin guide v1 -->\nmine\n'
  sandbox.write('AGENTS.md', text)
  const { status, stderr } = sandbox.run(['install', 'codex', '--scope', 'project', '--with', 'instructions'])
  expect(status).toBe(3)
  expect(stderr).toContain('nothing was written')
  expect(stderr).toContain('Project memory: run `varve context')
  expect(readFileSync(join(sandbox.project, 'AGENTS.md'), 'utf8')).toBe(text)
  expect(existsSync(join(sandbox.project, '.agents'))).toBe(false)
})

test('an agent, a part or a scope that there isn’t is a usage error', () => {
  const { sandbox } = open()
  for (const args of [
    ['install'],
    ['install', 'claude'],
    ['install', 'codex', '--scope', 'local'],
    ['install', 'codex', '--with', 'everything'],
    ['uninstall', 'nobody'],
  ]) {
    expect(sandbox.ask(args).status, args.join(' ')).toBe(2)
  }
  expect(sandbox.ask(['install', 'all'], { env: { PATH: '' } }).status).toBe(3)
})

test('every command that the skill names is one that can be given', () => {
  const { sandbox, file } = open()
  file('.claude/settings.json', '{}')
  sandbox.run(['install', 'claude-code'])
  const skill = readFileSync(join(sandbox.userHome, '.claude/skills/varve/SKILL.md'), 'utf8')
  const named = [...skill.matchAll(/`varve ([^`]+)`/g)].map(([, words = '']) => words)
  expect(named.length).toBeGreaterThan(8)
  sandbox.run(['init'])
  const id = sandbox.json<{ id: string }>(['add', 'Use pnpm, never npm, in this repository.']).id
  // Named alone: what they do, not how they are given.
  const alone = ['undo', 'add']
  const given = named.filter((one) => !/^<|^work submit/.test(one) && !alone.includes(one))
  for (const words of given) {
    const args = words
      .replace('<command>', 'show')
      .replace('<id>', id)
      .match(/"[^"]*"|\S+/g)
      ?.map((word) => word.replaceAll('"', ''))
    expect(sandbox.ask(args ?? []).status, words).toBe(0)
  }
})

function open() {
  const sandbox = new Sandbox()
  opened.push(sandbox)
  const file = (path: string, text: string): void => {
    mkdirSync(dirname(join(sandbox.userHome, path)), { recursive: true })
    writeFileSync(join(sandbox.userHome, path), text)
  }
  return { sandbox, file }
}
