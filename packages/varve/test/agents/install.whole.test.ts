import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VarveError } from '@varve/core'
import { afterEach, describe, expect, test } from 'vitest'
import { AGENT_NAMES } from '../../src/agents/agent.ts'
import { getAgent } from '../../src/agents/agents.ts'
import { writeChanges } from '../../src/agents/host-files/write-changes.ts'
import {
  hookCommand,
  isTemporary,
  launcherPath,
  quoteForShell,
  startsLauncher,
} from '../../src/agents/launcher.ts'
import { backupPath, hashOf } from '../../src/agents/record/install-record.ts'
import { TestMachine } from './machine.ts'

const opened: TestMachine[] = []

afterEach(() => {
  for (const one of opened.splice(0)) one.remove()
})

const SETTINGS = 'home/.claude/settings.json'
const SKILL = 'home/.claude/skills/varve/SKILL.md'

describe('what must not be written to', () => {
  test('a link of a project that leads out of it is refused, and nothing is written', () => {
    const there = open()
    there.write('home/secret.json', '{}\n')
    mkdirSync(there.path('project/.claude'))
    symlinkSync(there.path('home/secret.json'), there.path('project/.claude/settings.json'))
    const before = there.snapshot()
    expect(code(() => there.install('claude-code', { scope: 'project' }))).toBe('host_file_conflict')
    expect(there.snapshot()).toEqual(before)
  })

  test('a folder of a project that is a link out of it is refused', () => {
    const there = open()
    mkdirSync(there.path('home/elsewhere'))
    symlinkSync(there.path('home/elsewhere'), there.path('project/.cursor'))
    expect(code(() => there.install('cursor', { scope: 'project' }))).toBe('host_file_conflict')
    expect(there.snapshot()).toEqual({
      'home/elsewhere': 'folder',
      'project/.cursor': `link to ${there.path('home/elsewhere')}`,
    })
  })

  test('settings of a user that are a link are edited where they lie, and the link stays [AG-24]', () => {
    const there = open()
    there.write('home/dotfiles/claude.json', '{ "model": "x" }\n')
    mkdirSync(there.path('home/.claude'))
    symlinkSync(there.path('home/dotfiles/claude.json'), there.path(SETTINGS))
    const before = there.snapshot()
    there.install('claude-code')
    expect(there.snapshot()['home/.claude/settings.json']).toMatch(/^link to /)
    expect(there.read('home/dotfiles/claude.json')).toContain('varve-hook')
    there.uninstall('claude-code')
    expect(there.snapshot()).toEqual(before)
  })

  test('a file that may only be read is refused [AG-24]', () => {
    const there = open()
    there.write(SETTINGS, '{}\n', 0o444)
    const before = there.snapshot()
    expect(code(() => there.install('claude-code'))).toBe('host_file_conflict')
    expect(there.snapshot()).toEqual(before)
  })

  test('where one file can’t be written, what was removed or rewritten has its permissions again', () => {
    const there = open()
    const script = there.write('home/script', 'old', 0o755)
    const gone = there.write('home/gone', 'gone', 0o750)
    there.write('home/blocked', 'file')
    const change = (path: string, before: string | undefined, after: string | undefined, mode?: number) => ({
      ...{ path, target: path, before, after, mode, parts: [] },
    })
    const before = there.snapshot()
    expect(() =>
      writeChanges([
        change(script, 'old', 'new', 0o600),
        change(gone, 'gone', undefined),
        change(there.path('home/blocked/file'), undefined, 'x'),
      ]),
    ).toThrow()
    expect(there.snapshot()).toEqual(before)
  })

  test('where one file can’t be written, those before it are as they were', () => {
    const there = open()
    there.write(SETTINGS, '{}\n')
    // No folder can be made where a file lies.
    there.write('home/.claude/skills', 'mine')
    const before = there.snapshot()
    expect(() => there.install('claude-code', { parts: ['hooks', 'skill'] })).toThrow()
    expect(there.snapshot()).toEqual(before)
    expect(there.installs()).toEqual([])
  })

  test('a server called varve that somebody else put there is left alone', () => {
    const there = open()
    const text = '{ "mcpServers": { "varve": { "command": "other" } } }\n'
    there.write('home/.cursor/mcp.json', text)
    expect(code(() => there.install('cursor'))).toBe('host_file_conflict')
    there.uninstall('cursor')
    expect(there.read('home/.cursor/mcp.json')).toBe(text)
  })
})

describe('whole files', () => {
  test('a skill called varve that somebody else wrote is left alone; --force replaces it, and it comes back', () => {
    const there = open()
    there.write(SKILL, '---\nname: varve\n---\nMine.\n')
    const before = there.snapshot()
    expect(code(() => there.install('claude-code'))).toBe('host_file_conflict')
    expect(there.snapshot()).toEqual(before)
    there.install('claude-code', { force: true })
    expect(there.read(SKILL)).toContain('generator: varve')
    there.uninstall('claude-code')
    expect(there.snapshot()).toEqual(before)
  })

  test('a file of ours that a person changed is not replaced unasked, and a copy of it stays in the end', () => {
    const there = open()
    there.install('claude-code', { parts: ['skill'] })
    const changed = `${there.read(SKILL)}\nOur own rule.\n`
    there.write(SKILL, changed)
    expect(there.check().map((issue) => issue.code)).toEqual(['agent_part_changed'])
    expect(code(() => there.install('claude-code', { parts: ['skill'] }))).toBe('host_file_conflict')
    there.uninstall('claude-code')
    expect(existsSync(there.path(SKILL))).toBe(false)
    expect(readFileSync(backupPath(there.machine.varveHome, hashOf(changed)), 'utf8')).toBe(changed)
  })

  test('without a record a skill that a person changed goes too, and a copy of it stays', () => {
    const there = open()
    there.install('claude-code', { parts: ['skill'] })
    const changed = `${there.read(SKILL)}\nOur own rule.\n`
    there.write(SKILL, changed)
    there.forget()
    expect(there.uninstall('claude-code').backups).toEqual([changed])
    expect(existsSync(there.path(SKILL))).toBe(false)
    expect(readFileSync(backupPath(there.machine.varveHome, hashOf(changed)), 'utf8')).toBe(changed)
  })

  test.each(AGENT_NAMES)('without a record nothing of what %s was given stays, at any scope', (name) => {
    const there = open()
    for (const scope of getAgent(name).scopes) there.install(name, { scope })
    there.forget()
    expect(there.uninstall(name).backups).toEqual([])
    const files = Object.entries(there.snapshot()).filter(([, what]) => what !== 'folder')
    expect(files).toEqual([])
    expect(existsSync(launcherPath(there.machine))).toBe(false)
  })

  test('without a record what others wrote stays, an empty list of theirs too, and the launcher of others', () => {
    const there = open()
    there.write(SETTINGS, '{\n  "hooks": { "PreToolUse": [] }\n}\n')
    there.write('project/CLAUDE.md', '# Rules\n')
    const before = there.snapshot()
    there.install('claude-code', { parts: ['hooks'] })
    there.install('claude-code', { parts: ['instructions'], scope: 'project' })
    there.install('codex', { parts: ['hooks'] })
    there.forget()
    there.uninstall('claude-code')
    expect(existsSync(launcherPath(there.machine))).toBe(true)
    there.uninstall('codex')
    expect(existsSync(launcherPath(there.machine))).toBe(false)
    const { 'home/.codex': folder, ...after } = there.snapshot()
    expect([folder, after]).toEqual(['folder', before])
  })

  test('a file that several agents share goes with the last of them', () => {
    const there = open()
    there.install('codex', { parts: ['skill'] })
    there.install('gemini-cli', { parts: ['skill'] })
    there.uninstall('codex')
    expect(there.read('home/.agents/skills/varve/SKILL.md')).toContain('generator: varve')
    there.uninstall('gemini-cli')
    expect(there.snapshot()).toEqual({})
  })

  test('the scopes of one agent are taken out one by one', () => {
    const there = open()
    there.install('claude-code', { parts: ['mcp'] })
    there.install('claude-code', { parts: ['mcp'], scope: 'local' })
    there.uninstall('claude-code', 'user')
    expect(JSON.parse(there.read('home/.claude.json'))).toEqual({
      projects: { [there.project]: { mcpServers: { varve: { command: 'varve', args: ['mcp'] } } } },
    })
    there.uninstall('claude-code', 'local')
    expect(there.snapshot()).toEqual({})
  })
})

describe('hooks among others', () => {
  test('a hook of ours that stands in a group of others is replaced where it is, and taken out of it', () => {
    const there = open()
    const old = { type: 'command', command: '"/old/bin/varve-hook" turn-end --agent claude-code', timeout: 9 }
    const other = { type: 'command', command: 'say done' }
    there.write(SETTINGS, JSON.stringify({ hooks: { Stop: [{ hooks: [other, old] }] } }, undefined, 2))
    there.install('claude-code', { parts: ['hooks'] })
    const { hooks } = JSON.parse(there.read(SETTINGS))
    expect(hooks.Stop).toHaveLength(1)
    expect(hooks.Stop[0].hooks[0]).toEqual(other)
    expect(hooks.Stop[0].hooks[1].command).toContain(there.machine.varveHome)
    there.forget()
    there.uninstall('claude-code')
    expect(JSON.parse(there.read(SETTINGS)).hooks.Stop).toEqual([{ hooks: [other] }])
  })

  test('hooks of ours that stand there twice become one, those of an older version are replaced in place', () => {
    const there = open()
    const old = {
      hooks: [{ type: 'command', command: '"/old/bin/varve-hook" turn-end --agent claude-code' }],
    }
    const other = { hooks: [{ type: 'command', command: 'say done' }] }
    there.write(SETTINGS, JSON.stringify({ hooks: { Stop: [old, other, old] } }, undefined, 2))
    there.install('claude-code', { parts: ['hooks'] })
    const { Stop } = JSON.parse(there.read(SETTINGS)).hooks
    expect(Stop).toHaveLength(2)
    expect(Stop[0].hooks[0].command).toContain(there.machine.varveHome)
    expect(Stop[1]).toEqual(other)
  })

  test('uninstalling leaves no hook of ours under any event, and nothing of the memory goes [AG-32, RS-09]', () => {
    const there = open()
    there.write('home/.local/share/varve/projects/p/varve.db', 'the memory')
    for (const name of AGENT_NAMES) there.install(name)
    const stray = { hooks: [{ type: 'command', command: '"/old/bin/varve-hook" old --agent claude-code' }] }
    const settings = JSON.parse(there.read(SETTINGS))
    there.write(SETTINGS, JSON.stringify({ ...settings, hooks: { ...settings.hooks, OldEvent: [stray] } }))
    for (const name of AGENT_NAMES) there.uninstall(name)
    expect(Object.values(there.snapshot()).join('\n')).not.toMatch(/varve/)
    expect(existsSync(launcherPath(there.machine))).toBe(false)
    expect(there.read('home/.local/share/varve/projects/p/varve.db')).toBe('the memory')
  })

  test('only a command that starts the launcher is ours', () => {
    const ours = [
      '"/a b/varve-hook" x',
      "'/a/varve-hook' x",
      '/a/varve-hook x',
      'C:\\a\\varve-hook.mjs',
      'node "/a/varve-hook.mjs" x --agent codex',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell reads it.
      'f="${VARVE_HOME:-$HOME/v}/bin/varve-hook"; [ ! -x "$f" ] || "$f" x --agent codex',
    ]
    const others = [
      '/a/varve-hooks x',
      'my-varve-hook x',
      'echo varve',
      '/varve-hook/run x',
      '/a/varve-hook-2',
      'ls /x/bin/varve-hook && ~/bin/my-own-thing',
      'grep -q varve-hook ~/log || notify-send done',
      '"/a/varve-hook" x; rm -rf /tmp/y',
      '/a/varve-hook x && notify-send done',
    ]
    expect(ours.filter(startsLauncher)).toEqual(ours)
    expect(others.filter(startsLauncher)).toEqual([])
  })
})

describe('what a person changed of ours', () => {
  test('in hooks is replaced by an install that keeps the bytes, and says so', () => {
    const there = open()
    there.install('claude-code', { parts: ['hooks'] })
    const edited = there.read(SETTINGS).replace('"timeout": 5', '"timeout": 60, "statusMessage": "mine"')
    there.write(SETTINGS, edited)
    expect(there.check()).toMatchObject([
      { code: 'agent_part_outdated', message: expect.stringContaining('changed by hand') },
    ])
    expect(there.plan('claude-code', { parts: ['hooks'] }).copies).toEqual([edited])
    there.install('claude-code', { parts: ['hooks'] })
    expect(there.read(SETTINGS)).not.toContain('mine')
    expect(readFileSync(backupPath(there.machine.varveHome, hashOf(edited)), 'utf8')).toBe(edited)
    expect(there.plan('claude-code', { parts: ['hooks'] }).copies).toEqual([])
  })

  test('in the block of a file of instructions is replaced the same way', () => {
    const there = open()
    there.write('project/AGENTS.md', '# Rules\n')
    there.install('claude-code', { parts: ['instructions'], scope: 'project' })
    const edited = there.read('project/AGENTS.md').replace('<!-- varve:end -->', 'Mine.\n<!-- varve:end -->')
    there.write('project/AGENTS.md', edited)
    there.install('claude-code', { parts: ['instructions'], scope: 'project' })
    expect(there.read('project/AGENTS.md')).not.toContain('Mine.')
    expect(readFileSync(backupPath(there.machine.varveHome, hashOf(edited)), 'utf8')).toBe(edited)
  })

  test('beside ours costs no word, and the bytes from before the first edit are kept', () => {
    const there = open()
    const mine = '{ "model": "x" }\n'
    there.write(SETTINGS, mine)
    expect(there.plan('claude-code', { parts: ['hooks'] })).toMatchObject({
      copies: [],
      backups: [mine, mine],
    })
  })
})

describe('scopes', () => {
  test.each(AGENT_NAMES)('at the scope of the user %s gets nothing into the project [AG-29]', (name) => {
    const there = open()
    there.write('project/AGENTS.md', '# Rules\n')
    there.install(name)
    expect(Object.keys(there.snapshot()).filter((path) => path.startsWith('project'))).toEqual([
      'project/AGENTS.md',
    ])
  })

  test.each(AGENT_NAMES)('what %s shares with others of the project names nobody’s home', (name) => {
    const there = open()
    there.install(name, { scope: 'project' })
    const shared = Object.entries(there.snapshot()).filter(([path]) => path.startsWith('project'))
    expect(shared.length).toBeGreaterThan(1)
    expect(shared.map(([, text]) => text).join('\n')).not.toContain(there.folder)
  })
})

describe('the launcher', () => {
  const program = `import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync(process.env.TOLD, JSON.stringify([process.argv.slice(2), readFileSync(0, 'utf8'), process.env.VARVE_HOME]) + '\\n')
console.error('talk')
process.exitCode = 2
`

  test.each(['First Last/ünï', "it's", 'a "b" $HOME `c`', 'bang !x'])(
    'starts from any path, hands on words and input, is silent and ends with 0: %s [BR-37]',
    (name) => {
      const there = open({ homeName: name.replace('/', '-') })
      const own = there.write('home/program.mjs', program)
      const machine = { ...there.machine, hookProgram: { path: own, words: ['hook'] } }
      const other = new TestMachine({ ...machine })
      opened.push(other)
      other.install('claude-code', { parts: ['hooks'] })
      const told = there.path('home/told')
      const command = hookCommand(machine, 'user', 'turn-end', 'claude-code')
      const run = spawnSync('bash', ['--norc', '-c', command], {
        input: '{"a":1}',
        encoding: 'utf8',
        env: { TOLD: told, PATH: process.env.PATH },
      })
      expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' })
      expect(JSON.parse(readFileSync(told, 'utf8'))).toEqual([
        ['hook', 'turn-end', '--agent', 'claude-code'],
        '{"a":1}',
        there.machine.varveHome,
      ])
    },
  )

  test('does nothing where its program is gone, and takes another Node where its own is [RS-09]', () => {
    const there = open({ node: '/gone/node' })
    const own = there.write('home/program.mjs', program)
    const machine = { ...there.machine, hookProgram: { path: own, words: [] } }
    const other = new TestMachine({ ...machine })
    opened.push(other)
    other.install('codex', { parts: ['hooks'] })
    const env = { TOLD: there.path('home/told'), PATH: join(process.execPath, '..') }
    const start = (...words: string[]) =>
      spawnSync(launcherPath(machine), words, { input: '', encoding: 'utf8', env })
    expect(start('turn-end')).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(existsSync(env.TOLD)).toBe(true)
    rmSync(env.TOLD)
    rmSync(own)
    expect(start('turn-end')).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(start()).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(existsSync(env.TOLD)).toBe(false)
  })

  test('a Node that refuses how it is to start is started without, with all of the input', () => {
    const there = open()
    const plain = there.write(
      'home/old-node',
      `#!/bin/sh\ncase $1 in -*) exit 9;; esac\nexec "${process.execPath}" "$@"\n`,
    )
    chmodSync(plain, 0o755)
    const own = there.write('home/program.mjs', program)
    const machine = { ...there.machine, node: plain, hookProgram: { path: own, words: [] } }
    const other = new TestMachine({ ...machine })
    opened.push(other)
    other.install('codex', { parts: ['hooks'] })
    const env = { TOLD: there.path('home/told'), PATH: process.env.PATH }
    const run = spawnSync(launcherPath(machine), ['turn-end'], { input: '{"a":1}', encoding: 'utf8', env })
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' })
    const [words, input] = JSON.parse(readFileSync(env.TOLD, 'utf8'))
    expect([words, input]).toEqual([['turn-end'], '{"a":1}'])
  })

  test('a shared hook is silent where there is no Varve', () => {
    const there = open()
    const command = hookCommand(there.machine, 'project', 'turn-end', 'codex')
    const run = spawnSync('sh', ['-c', command], { input: '', encoding: 'utf8', env: { HOME: there.home } })
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  test('out of the cache of npx it is known to be short-lived', () => {
    const there = open()
    const path = (of: string) => ({ ...there.machine, hookProgram: { path: of, words: [] } })
    expect(isTemporary(path('/home/ada/.npm/_npx/1f2e/node_modules/varve/bundle/hook.mjs'))).toBe(true)
    expect(isTemporary(path('/usr/lib/node_modules/varve/bundle/hook.mjs'))).toBe(false)
  })

  test('a word of a shell is quoted whole', () => {
    for (const word of ['plain', 'a b', "it's", '$HOME', '`x`', '"', '\\', 'ü', '!!']) {
      const { stdout } = spawnSync('sh', ['-c', `printf %s ${quoteForShell(word)}`], { encoding: 'utf8' })
      expect(stdout).toBe(word)
    }
  })
})

describe('looking at what is installed', () => {
  test('nothing is wrong after an install, and nothing where nothing is installed', () => {
    const there = open()
    expect(there.check()).toEqual([])
    for (const name of AGENT_NAMES) there.install(name)
    expect(there.check()).toEqual([])
  })

  test('of two hooks for one event the one that was asked for stays, and nothing is out of date', () => {
    const there = open()
    const hook = () =>
      /"beforeSubmitPrompt": \[[^\]]*varve-hook\\?" (\w+) /.exec(there.read('home/.cursor/hooks.json'))?.[1]
    there.install('cursor', { parts: ['hooks'] })
    expect([hook(), there.check()]).toEqual(['tool', []])
    there.install('cursor', { parts: ['prompt'] })
    expect([hook(), there.check()]).toEqual(['prompt', []])
    there.install('cursor', { parts: ['hooks'] })
    expect([hook(), there.check()]).toEqual(['prompt', []])
  })

  test('what is gone, outdated or switched off is named with its fix', () => {
    const there = open()
    there.install('claude-code', { parts: ['hooks', 'skill'] })
    there.install('gemini-cli', { parts: ['hooks'] })
    rmSync(there.path(SKILL))
    there.write(
      SETTINGS,
      there.read(SETTINGS).replace('{', '{ "disableAllHooks": true,').replace('"timeout": 5', '"timeout": 6'),
    )
    there.write('home/.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }')
    expect(there.check().map(({ code, subjects, fix }) => [code, subjects[0], fix[0]])).toEqual([
      ['agent_part_outdated', 'claude-code', 'varve install claude-code --scope user --only hooks'],
      ['agent_part_missing', 'claude-code', 'varve install claude-code --scope user --only skill'],
      ['agent_part_missing', 'gemini-cli', 'varve install gemini-cli --scope user --only hooks'],
      ['agent_hooks_off', 'claude-code', undefined],
      ['agent_hooks_off', 'gemini-cli', undefined],
    ])
  })

  test('a program that moved is an error, because its hooks are silent', () => {
    const there = open()
    there.install('codex', { parts: ['hooks'] })
    rmSync(there.machine.hookProgram?.path ?? '')
    expect(there.check()).toMatchObject([
      { code: 'agent_launcher_broken', severity: 'error', fix: ['varve install codex'] },
    ])
  })

  test('a file that can no longer be read is an error, and the others are looked at', () => {
    const there = open()
    there.install('codex', { parts: ['hooks', 'skill'] })
    there.write('home/.codex/hooks.json', '{')
    rmSync(there.path('home/.agents/skills/varve/SKILL.md'))
    expect(there.check().map((issue) => issue.code)).toEqual(['host_file_invalid', 'agent_part_missing'])
  })

  test('a record that can’t be understood is never written over', () => {
    const there = open()
    there.install('codex', { parts: ['skill'] })
    there.write('home/.local/share/varve/installs.json', '{ "v": 2 }')
    expect(code(() => there.install('codex'))).toBe('host_file_invalid')
    expect(there.read('home/.local/share/varve/installs.json')).toBe('{ "v": 2 }')
  })
})

test('the skill is within the limits of every agent', () => {
  const there = open()
  for (const name of AGENT_NAMES) {
    for (const piece of getAgent(name).listPieces(there.machine, 'user')) {
      if (piece.kind !== 'file' || !piece.path.endsWith('SKILL.md')) continue
      const description = /^description: (.*)$/m.exec(piece.text)?.[1] ?? ''
      expect(description.length).toBeLessThanOrEqual(1024)
      expect(description).not.toMatch(/: |^["'[{&*!|>%@`]| #/)
      expect(piece.path).toContain(`/${/^name: (.*)$/m.exec(piece.text)?.[1]}/SKILL.md`)
      expect(Buffer.byteLength(piece.text)).toBeLessThanOrEqual(8192)
    }
  }
})

describe('the plugin of opencode', () => {
  test('tells each event and shows what the hook answers, once a session', async () => {
    const there = open()
    const own = there.write(
      'home/program.mjs',
      `import { appendFileSync, readFileSync } from 'node:fs'
const input = JSON.parse(readFileSync(0, 'utf8'))
appendFileSync(${JSON.stringify(there.path('home/told'))}, process.argv[3] + ' ' + input.session_id + '\\n')
if (process.argv[3] === 'session-start') console.log(JSON.stringify({ context: 'known: ' + input.cwd }))
`,
    )
    const other = new TestMachine({ ...there.machine, hookProgram: { path: own, words: ['hook'] } })
    opened.push(other)
    other.install('opencode', { parts: ['hooks'] })
    const path = there.path('home/.config/opencode/plugins/varve.js')
    const script = join(there.folder, 'run.mjs')
    writeFileSync(
      script,
      `import * as plugin from ${JSON.stringify(path)}
if (Object.keys(plugin).length !== 1) throw new Error('one export')
const hooks = await plugin.Varve({ directory: '/src/shop' })
const output = { system: [] }
for (let more = 0; more < 2; more += 1) await hooks['experimental.chat.system.transform']({ sessionID: 'ses_1' }, output)
await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } })
await hooks.event({ event: { type: 'other', properties: {} } })
await hooks.dispose()
console.log(JSON.stringify(output))
`,
    )
    const { stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
    expect(stderr).not.toMatch(/Error/)
    expect([
      JSON.stringify({ system: [] }),
      JSON.stringify({ system: ['known: /src/shop'] }),
      JSON.stringify({ system: ['known: /src/shop', 'known: /src/shop'] }),
    ]).toContain(stdout.trim())
    await expect
      .poll(() => existsSync(there.path('home/told')) && there.read('home/told').split('\n').sort(), {
        timeout: 60_000,
      })
      .toEqual(['', 'session-end ses_1', 'session-start ses_1', 'turn-end ses_1'])
  })

  test('a start that takes too long costs the first request its context, and no later one', () => {
    const there = open()
    const go = there.path('home/go')
    const own = there.write(
      'home/program.mjs',
      `import { existsSync } from 'node:fs'
const wait = setInterval(() => {
  if (!existsSync(${JSON.stringify(go)})) return
  clearInterval(wait)
  console.log(JSON.stringify({ context: 'known' }))
}, 5)
`,
    )
    const other = new TestMachine({ ...there.machine, hookProgram: { path: own, words: ['hook'] } })
    opened.push(other)
    other.install('opencode', { parts: ['hooks'] })
    const script = join(there.folder, 'run.mjs')
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs'
import { Varve } from ${JSON.stringify(there.path('home/.config/opencode/plugins/varve.js'))}
const hooks = await Varve({ directory: '/src/shop' })
const seen = []
for (let n = 0; n < 30 && seen.at(-1) !== 'known'; n += 1) {
  const output = { system: [] }
  await hooks['experimental.chat.system.transform']({ sessionID: 'ses_1' }, output)
  seen.push(output.system.join())
  writeFileSync(${JSON.stringify(go)}, '')
}
console.log(seen[0] + '|' + seen.at(-1))
`,
    )
    expect(spawnSync(process.execPath, [script], { encoding: 'utf8' }).stdout.trim()).toBe('|known')
  })
})

function open(options: ConstructorParameters<typeof TestMachine>[0] = {}): TestMachine {
  const one = new TestMachine(options)
  opened.push(one)
  return one
}

/** The code of the error that something throws. */
function code(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    if (VarveError.isInstance(error)) return error.code
    throw error
  }
  return undefined
}
