import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { BIN, ROOT, Sandbox } from './sandbox.ts'

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
  expect(sandbox.run(['doctor', '--agents'], { env: withCommand(sandbox) }).status).toBe(0)
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

/** Where each agent's hooks are written, the event of a session's start and end of a turn, and where it looks for a text. */
const HOSTS = {
  'claude-code': ['.claude/settings.json', 'SessionStart', 'Stop', 'hookSpecificOutput.additionalContext'],
  codex: ['.codex/hooks.json', 'SessionStart', 'Stop', 'hookSpecificOutput.additionalContext'],
  cursor: ['.cursor/hooks.json', 'sessionStart', 'stop', 'additional_context'],
  'gemini-cli': [
    '.gemini/settings.json',
    'SessionStart',
    'AfterAgent',
    'hookSpecificOutput.additionalContext',
  ],
} as const

test.each(Object.entries(HOSTS))(
  'the hooks that %s gets show what is known, take in what is said, and are gone with the rest [RS-09]',
  (agent, [path, start, end, where]) => {
    const { sandbox } = open()
    sandbox.git('init', '-q', '-b', 'main')
    sandbox.run(['add', 'Use pnpm, never npm, in this repository.', '--scope', 'project'])
    sandbox.run(['install', agent])
    const hooks = JSON.parse(readFileSync(join(sandbox.userHome, path), 'utf8')).hooks
    const commandOf = (event: string): string => {
      const [item] = hooks[event]
      return (item.hooks?.[0] ?? item).command
    }
    const fire = (event: string, input: object) =>
      spawnSync('sh', ['-c', commandOf(event)], {
        cwd: sandbox.project,
        env: sandbox.env,
        input: JSON.stringify({
          session_id: SESSION,
          conversation_id: SESSION,
          cwd: sandbox.project,
          ...input,
        }),
        encoding: 'utf8',
      })
    const started = fire(start, { hook_event_name: start, source: 'startup' })
    expect(started).toMatchObject({ status: 0, stderr: '' })
    const shown = where.split('.').reduce((value, name) => value[name], JSON.parse(started.stdout))
    expect(shown).toContain('Use pnpm, never npm, in this repository.')
    const said = sandbox.write('said.jsonl', TRANSCRIPT)
    const ended = fire(end, { hook_event_name: end, transcript_path: said })
    expect(ended).toMatchObject({ status: 0, stderr: '' })
    expect(['', '{}\n']).toContain(ended.stdout)
    sandbox.run(['session', 'sync'])
    expect(sandbox.askJson<{ sessions: object[] }>(['session', 'list']).sessions).toHaveLength(1)
    expect(sandbox.run(['doctor', '--agents'], { env: withCommand(sandbox) })).toMatchObject({ status: 0 })
    sandbox.run(['uninstall', agent])
    expect(existsSync(join(sandbox.userHome, path))).toBe(false)
    expect(existsSync(join(sandbox.home, 'bin'))).toBe(false)
  },
)

test('the hooks of a plugin start the varve that is on the path, and nothing where there is none', () => {
  const { sandbox } = open()
  sandbox.run(['add', 'Use pnpm, never npm, in this repository.', '--scope', 'project'])
  const folder = join(ROOT, 'integrations/claude-code')
  const { hooks } = JSON.parse(readFileSync(join(folder, 'hooks/hooks.json'), 'utf8'))
  const { args } = hooks.SessionStart[0].hooks[0]
  const shims = join(sandbox.folder, 'shims')
  mkdirSync(shims)
  symlinkSync(BIN, join(shims, 'varve'))
  const fire = (path: string) =>
    spawnSync(
      process.execPath,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills it in.
      args.map((arg: string) => arg.replace('${CLAUDE_PLUGIN_ROOT}', folder)),
      {
        cwd: sandbox.project,
        env: { ...sandbox.env, PATH: path },
        input: JSON.stringify({ session_id: SESSION, cwd: sandbox.project, source: 'startup' }),
        encoding: 'utf8',
      },
    )
  expect(fire(shims)).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('Use pnpm, never npm'),
  })
  expect(fire('')).toMatchObject({ status: 0, stderr: '', stdout: '' })
})

test('a hook that prints something of its own, or ends with an error, is named by the doctor', () => {
  const { sandbox } = open()
  sandbox.run(['install', 'codex'])
  const launcher = join(sandbox.home, 'bin/varve-hook')
  writeFileSync(launcher, `${readFileSync(launcher, 'utf8').replace(/exit 0\n$/, '')}echo hello\nexit 3\n`)
  const { status, stdout } = sandbox.run(['doctor', '--agents'])
  expect(status).toBe(3)
  expect(stdout).toContain(
    '[agent_hook_fails] a hook of Codex, started as it would start it, fails: it ended with 3',
  )
})

test('the server of tools is started as agents start it, and what they would see is told [RS-89]', () => {
  const { sandbox } = open()
  sandbox.run(['install', 'cursor', '--only', 'mcp'])
  const look = (env: object) => sandbox.run(['doctor', '--agents'], { env: { ...env } })
  expect(look(withCommand(sandbox)).status).toBe(0)
  const missing = look({ PATH: dirname(process.execPath) })
  expect(missing.status).toBe(3)
  expect(missing.stdout).toContain(
    '[agent_server_fails] the tools of Cursor, started as they would start them, fail: there is no command varve on the path',
  )
  const noisy = join(sandbox.folder, 'noisy')
  mkdirSync(noisy)
  writeFileSync(join(noisy, 'varve'), '#!/bin/sh\necho welcome\n', { mode: 0o755 })
  expect(look({ PATH: `${noisy}:${process.env.PATH}` }).stdout).toContain('fail: it printed "welcome"')
})

/** The environment of somebody who has the command on the path. */
function withCommand(sandbox: Sandbox): { readonly PATH: string } {
  const folder = join(sandbox.folder, 'bin')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'varve'))) symlinkSync(BIN, join(folder, 'varve'))
  return { PATH: `${folder}:${dirname(process.execPath)}:${process.env.PATH}` }
}

const SESSION = '00893aaf-19fa-41d2-8238-13269b9b3ca0'
const TRANSCRIPT = ['Which package manager?', 'pnpm, as the memory says.']
  .map((content, index) => ({
    type: index === 0 ? 'user' : 'assistant',
    uuid: `a1f4c0de-0000-4000-8000-00000000000${index}`,
    parentUuid: index === 0 ? null : 'a1f4c0de-0000-4000-8000-000000000000',
    sessionId: SESSION,
    timestamp: `2026-03-07T10:00:0${index}.000Z`,
    message: { role: index === 0 ? 'user' : 'assistant', content },
  }))
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

function open() {
  const sandbox = new Sandbox()
  opened.push(sandbox)
  const file = (path: string, text: string): void => {
    mkdirSync(dirname(join(sandbox.userHome, path)), { recursive: true })
    writeFileSync(join(sandbox.userHome, path), text)
  }
  return { sandbox, file }
}
