import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorOf } from './memory-of.ts'
import { BIN, NODE, ROOT, type Run, Sandbox } from './sandbox.ts'

const HELP = new Sandbox()
afterAll(() => HELP.remove())

/** The commands as `varve --help` names them. */
const COMMANDS = [...HELP.run(['--help']).stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)*) {2,}\S/gm)].map(
  ([, name = '']) => name,
)

/** Lines that run until somebody stops them. */
const STAYING = /^varve (?:ui|fit proxy|mcp --http)\b/

/** Commands that serve whoever started their process, until the input ends. */
const SERVING: readonly string[] = ['mcp']

/** Runs a line as a person would paste it. */
function paste(sandbox: Sandbox, line: string): Run {
  return inShell(sandbox, line, `exec ${JSON.stringify(NODE)} ${JSON.stringify(BIN)} "$@"`)
}

function examplesIn({ stdout }: Run): readonly string[] {
  const lines = stdout.split('Examples:\n')[1]?.trim().split('\n') ?? []
  return lines.map((line) => line.trim())
}

/** The words of a line, as a shell hands them on. */
function wordsOf(sandbox: Sandbox, line: string): readonly string[] {
  return inShell(sandbox, line, `printf '%s\\0' "$@"`).stdout.split('\0').slice(0, -1)
}

/** A line in a shell, where `varve` is a script. */
function inShell(sandbox: Sandbox, line: string, script: string): Run {
  const folder = join(sandbox.folder, 'bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'varve'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const PATH = `${folder}${delimiter}${process.env.PATH}`
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: sandbox.project,
    env: { ...sandbox.env, PATH },
    encoding: 'utf8',
    input: '',
  })
  return { status, stdout, stderr }
}

const NOT_HERE_YET = /^info: \[dangling_supersedes\] .* is not here yet\n {2}try: .*\n/

describe('help', () => {
  test('names every command', () => {
    expect(COMMANDS).toEqual(expect.arrayContaining(['add', 'show', 'link add', 'undo', 'purge']))
  })

  test.each(COMMANDS)('of %s tells what it takes and shows two lines that can be pasted', async (command) => {
    const help = HELP.ask([...command.split(' '), '--help'])
    expect(help).toMatchObject({ status: 0, stderr: '' })
    expect(HELP.ask(['help', ...command.split(' ')])).toEqual(help)
    const examples = examplesIn(help)
    expect(examples).toHaveLength(2)
    for (const line of examples) {
      expect(line.startsWith(`varve ${command}`)).toBe(true)
      const words = wordsOf(HELP, line)
      const { status, stderr } = STAYING.test(line)
        ? await HELP.interrupted(words)
        : SERVING.includes(command)
          ? paste(HELP, line)
          : HELP.ask(words)
      // What is named in them is not there, or nobody is asked; but nothing is wrong with the words.
      if (status !== 0)
        expect(stderr).toMatch(/not found|no such|no part|no session|no server|nothing|not confirmed/i)
    }
  })

  test('of the command itself is the same, and its lines do what they say', () => {
    const help = HELP.run(['add', '--help'])
    expect(help).toEqual(HELP.ask(['add', '--help']))
    for (const line of examplesIn(help)) {
      const { status, stderr } = paste(HELP, line)
      // The id of an example is of no entry here, which is told.
      expect({ status, said: stderr.replace(NOT_HERE_YET, '') }, line).toEqual({ status: 0, said: '' })
    }
  })

  test('is no error and needs no memory', () => {
    for (const args of [[], ['--help'], ['-h'], ['help']]) {
      expect(HELP.run(args)).toMatchObject({ status: 0, stderr: '' })
    }
    expect(HELP.run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('usage errors', () => {
  let place: Sandbox
  let id: string
  beforeAll(() => {
    place = new Sandbox()
    id = place.askJson<{ id: string }>(['add', 'Use pnpm, never npm.']).id
  })
  afterAll(() => place.remove())

  const WRONG: readonly (readonly [line: string, type: string, says: RegExp])[] = [
    ['lst', 'unknown_command', /lst/],
    ['shwo abcd', 'unknown_command', /shwo/],
    ['link', 'usage', /link add, link remove, link materialize, link list/],
    ['help shwo', 'unknown_command', /shwo/],
    ['list --nonsense', 'unknown_flag', /--nonsense/],
    ['list --limti 3', 'unknown_flag', /--limit is meant/],
    ['add hello --tags a', 'unknown_flag', /--tag is meant/],
    ['list --limit', 'usage', /--limit/],
    ['list --limit 1 --limit 2', 'usage', /--limit was given twice/],
    ['add hello --category decisions --category operations', 'usage', /--category was given twice/],
    ['list --limit many', 'invalid_value', /limit can't be "many": a whole number, 0 or more/],
    ['log --limit 0', 'invalid_value', /a whole number, 1 or more/],
    ['edit ID --value 101', 'invalid_value', /0 to 100/],
    ['list --tag --', 'usage', /--tag/],
    ['list some words', 'usage', /"some" "words"/],
    ['list --format xml', 'unknown_format', /human, json or records/],
    ['list --format', 'unknown_format', /human, json or records/],
    ['export xml -', 'unknown_format', /leanspec, pack, qipu, jsonl, markdown/],
    ['show', 'usage', /show needs <id>/],
    ['show abc', 'usage', /too short/],
    ['show a/b', 'invalid_value', /not an id/],
    ['add', 'usage', /add needs <text>/],
    ['add ...', 'invalid_value', /no letter or digit/],
    ['add hello --category convention', 'invalid_value', /conventions, architecture, operations, decisions/],
    ['add hello --confidence sure', 'invalid_value', /low, medium, high/],
    ['add hello --scope everywhere', 'invalid_value', /project, branch:<name> or session:<id>/],
    ['import . --scope everywhere', 'invalid_value', /project, branch/],
    ['export pack - --scope everywhere', 'invalid_value', /project, branch/],
    ['edit', 'usage', /edit needs <id>/],
    ['edit ID --scope everywhere', 'invalid_value', /project, branch/],
    ['edit ID --category convention', 'invalid_value', /conventions/],
    ['edit ID --text ...', 'invalid_value', /no letter or digit/],
    ['edit ID --retract --restore', 'usage', /retract and restore/],
    ['edit ID --retract --tag a', 'usage', /retract and tag/],
    ['edit ID --pin --unpin', 'usage', /pin and unpin/],
    ['edit --before 2026-01-01', 'usage', /--before goes with --retract/],
    ['edit --retract --before yesterday', 'invalid_value', /yesterday/],
    ['list --since yesterday', 'invalid_value', /yesterday/],
    ['list --as-of yesterday', 'invalid_value', /yesterday/],
    ['log --since yesterday', 'invalid_value', /yesterday/],
    ['link add ID ID', 'usage', /itself/],
    ['link add ID abcd --type "no type"', 'invalid_value', /link type/],
    ['purge', 'usage', /--reason/],
    ['purge ID', 'usage', /--reason/],
    ['purge ID --reason old', 'usage', /nothing was erased/],
    ['import', 'usage', /path/],
    ['export', 'usage', /<format>/],
    ['export pack', 'usage', /<folder>/],
  ]

  test.each(WRONG)('%s ends with 2 and one right line [QP-23]', (line, type, says) => {
    const typed = line.replaceAll('ID', id)
    const isFirst = WRONG.find(([, each]) => each === type)?.[0] === line
    const inWords = isFirst ? paste(place, `varve ${typed}`) : place.ask(wordsOf(place, `varve ${typed}`))
    expect(inWords).toMatchObject({ status: 2, stdout: '' })
    expect(inWords.stderr).toMatch(says)
    const example = inWords.stderr.trimEnd().split('\n').at(-1) ?? ''
    expect(example).toMatch(/^ {2}try: varve /)
    // Purging for good is the one line that is not tried.
    if (!example.includes('--yes')) {
      const words = wordsOf(place, example.replace('  try: ', ''))
      expect(words.length).toBeGreaterThan(0)
      expect(place.ask([...words, '--json']).status).not.toBe(2)
    }
    if (type === 'unknown_format' && line.startsWith('list')) return
    const asJson = place.ask([...wordsOf(place, `varve ${typed}`), '--json'])
    if (line.endsWith('--limit') || line.endsWith('--')) return
    expect(asJson).toMatchObject({ status: 2, stdout: '' })
    expect(errorOf(asJson.stderr)).toMatchObject({ code: 2, type, fix: [expect.stringMatching(/^varve /)] })
  })

  test('the nearest command is the one that is proposed', () => {
    expect(place.run(['shwo', 'abcd']).stderr).toContain('try: varve show --help')
    expect(place.run(['lst']).stderr).toContain('try: varve list --help')
  })

  test('two formats at once are refused, the same one twice is not, and an error has the format asked for', () => {
    for (const args of [
      ['--json', '--records'],
      ['--format', 'human', '--json'],
      ['--token', '--format=json'],
    ]) {
      expect(place.run(['list', ...args])).toMatchObject({ status: 2, stdout: '' })
    }
    expect(place.run(['list', '--json', '--format', 'json'])).toMatchObject({ status: 0, stderr: '' })
    expect(place.run(['list', '--token']).stdout).toBe(place.run(['list', '--format=records']).stdout)
    expect(errorOf(place.run(['--json', 'lst']).stderr)).toMatchObject({ type: 'unknown_command' })
  })

  test('words after -- are text, whatever they look like', () => {
    expect(place.askJson(['list']).count).toBe(1)
    expect(place.run(['add', '--', '--json'])).toMatchObject({ status: 0, stderr: '' })
    expect(place.run(['list']).stdout).toContain('--json')
  })

  test('an error repeats no secret that was typed [RS-65]', () => {
    const secret = ['sk', '-ant-api03-', 'abcdEFGH1234ijklMNOP5678qrst'].join('')
    for (const args of [
      ['add', 'hello', '--category', secret],
      ['show', secret],
      ['list', `--${secret}`],
      ['import', secret],
      [secret],
    ]) {
      for (const format of ['human', 'json']) {
        const { status, stdout, stderr } = place.run([...args, '--format', format], {
          env: { VARVE_DEBUG: '1' },
        })
        expect(status).toBeGreaterThan(0)
        expect(`${stdout}${stderr}`).not.toContain(secret)
        expect(stderr).toContain('[redacted:anthropic_key]')
      }
    }
  })
})

describe('ids', () => {
  let place: Sandbox
  let id: string
  beforeAll(() => {
    place = new Sandbox()
    id = place.askJson<{ id: string }>(['add', 'Known']).id
    place.write(
      'twins.jsonl',
      ['aaaa1111', 'aaaa2222', 'aaaa'].map((name) => `{"id":"${name}","content":"Twin ${name}"}\n`).join(''),
    )
    place.askJson(['import', 'jsonl', 'twins.jsonl'])
  })
  afterAll(() => place.remove())

  const TAKE_AN_ID = [
    'show ID',
    'show ID --raw',
    'show ID --as-of 2100-01-01',
    'edit ID --pin',
    'edit ID --retract',
    'edit ID --restore',
    'link add ID KNOWN',
    'link remove ID KNOWN',
    'link list ID',
    'log --entry ID',
    'purge ID --reason test --yes',
    'purge ID --reason test --yes --dry-run',
  ]

  test.each(TAKE_AN_ID)(
    '%s answers an unknown id with 3 and one error in every format [BR-78] [QP-13] [QP-23] [RS-54]',
    (line) => {
      const args = line.split(' ').map((word) => ({ ID: 'nope1234', KNOWN: id })[word] ?? word)
      const asJson = line === TAKE_AN_ID[0] ? place.run([...args, '--json']) : place.ask([...args, '--json'])
      expect(asJson).toMatchObject({ status: 3, stdout: '' })
      expect(asJson.stderr).toBe(place.ask(['show', 'nope1234', '--json']).stderr)
      expect(errorOf(asJson.stderr)).toMatchObject({
        code: 3,
        type: 'not_found',
        message: 'not found: nope1234',
        subjects: ['nope1234'],
      })
      for (const format of ['human', 'records']) {
        const told = place.ask([...args, '--format', format])
        expect(told).toMatchObject({ status: 3, stdout: '' })
        expect(told.stderr).toContain('not found: nope1234')
      }
    },
  )

  test.each(['undo ID', 'redo ID', 'log --plan ID', 'list --as-of ID'])(
    '%s does the same for an unknown record [BR-78]',
    (line) => {
      for (const unknown of ['pl_0000000000000000', '00000000000000000000000000000000']) {
        const { status, stdout, stderr } = place.ask([...line.replace('ID', unknown).split(' '), '--json'])
        expect([status, stdout]).toEqual([3, ''])
        expect(errorOf(stderr)).toMatchObject({ code: 3, type: 'not_found', subjects: [unknown] })
      }
    },
  )

  test('any unique prefix of four characters or more will do; one that is not names the candidates [RS-44]', () => {
    for (const length of [4, 8, 20, id.length]) {
      expect(place.askJson(['show', id.slice(0, length)])).toMatchObject({ id })
    }
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(place.askJson(['show', 'aaaa1'])).toMatchObject({ id: 'aaaa1111' })
    // A whole id is never ambiguous.
    expect(place.askJson(['show', 'aaaa'])).toMatchObject({ id: 'aaaa' })
    place.write('more.jsonl', '{"id":"bbbb1111","content":"One"}\n{"id":"bbbb2222","content":"Two"}\n')
    place.askJson(['import', 'jsonl', 'more.jsonl'])
    for (const line of TAKE_AN_ID) {
      const args = line.split(' ').map((word) => ({ ID: 'bbbb', KNOWN: id })[word] ?? word)
      const { status, stdout, stderr } = place.ask([...args, '--json'])
      expect({ line, status, stdout }).toEqual({ line, status: 2, stdout: '' })
      expect(errorOf(stderr)).toMatchObject({
        code: 2,
        type: 'ambiguous_id',
        subjects: ['bbbb1111', 'bbbb2222'],
        fix: ['varve show bbbb1111', 'varve show bbbb2222'],
      })
    }
  })
})

/** An older Node of this machine, if there is one. */
function findOldNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders, '/usr/bin', '/usr/local/bin']
    .filter((folder) => !folder.startsWith(ROOT))
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .find((path) => {
      const [, major, minor] =
        /^v(\d+)\.(\d+)/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout) ?? []
      return Number(major) < 22 || (Number(major) === 22 && Number(minor) < 16)
    })
}

const oldNode = findOldNode()

test.skipIf(oldNode === undefined)(
  'an older Node that is the one installed does not start itself again',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'varve-old-'))
    const program = join(folder, 'node_modules/varve/bundle', basename(BIN))
    cpSync(dirname(BIN), dirname(program), { recursive: true })
    mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true })
    symlinkSync(oldNode ?? '', join(folder, 'node_modules/node/bin/node'))
    const run = spawnSync(oldNode ?? '', [program, 'list'], { encoding: 'utf8', timeout: 20_000 })
    rmSync(folder, { recursive: true })
    expect([run.status, run.stderr.split('\n').length]).toEqual([2, 2])
  },
)

test.skipIf(oldNode === undefined)('an older Node is told in one line what is needed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'varve-alone-'))
  cpSync(dirname(BIN), join(folder, 'bundle'), { recursive: true })
  const program = join(folder, 'bundle', basename(BIN))
  const { status, stdout, stderr } = spawnSync(oldNode ?? '', [program, 'list'], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^varve needs Node 22\.16 or newer; this is \d+\.\d+\.\d+\n$/)
})

test.skipIf(oldNode === undefined)(
  'in a checkout an older Node hands over to the one installed there',
  () => {
    const run = (...args: readonly string[]) => spawnSync(oldNode ?? '', [BIN, ...args], { encoding: 'utf8' })
    expect(run('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
    expect(run('nonsense')).toMatchObject({ status: 2, stderr: expect.stringContaining('unknown command') })
  },
)

test('what looks for compiled code loads nothing else first, which would be compiled at every start', () => {
  const bundle = join(ROOT, 'packages/varve/bundle')
  const launcher = readFileSync(join(bundle, 'varve.mjs'), 'utf8')
  const [, first = ''] = /\{keepCompiledCode\}=await import\(`(.*?)`\)/.exec(launcher) ?? []
  expect(first).not.toBe('')
  expect(readFileSync(join(bundle, first), 'utf8')).not.toMatch(/(?:from|import)\s*["'`]/)
})
