import { basename } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { AgentName, Part, Piece, Scope } from '../../src/agents/agent.ts'
import { AGENT_NAMES, PARTS } from '../../src/agents/agent.ts'
import { getAgent } from '../../src/agents/agents.ts'
import { containersOf, isWithinFile, putPiece } from '../../src/agents/host-files/edit-pieces.ts'
import { withoutPieces } from '../../src/agents/host-files/without-pieces.ts'
import { BROKEN_JSON, BROKEN_TOML, JSON_TEXTS, MARKDOWN_TEXTS, TOML_TEXTS } from './host-texts.ts'
import { TestMachine } from './machine.ts'

const opened: TestMachine[] = []

afterEach(() => {
  for (const one of opened.splice(0)) one.remove()
})

/** Files that are edited rather than written whole, by kind of edit, and what may lie there. */
const EDITED: readonly (readonly [
  AgentName,
  Scope,
  string,
  readonly Part[],
  Readonly<Record<string, string>>,
])[] = [
  ['claude-code', 'user', 'home/.claude/settings.json', ['hooks', 'prompt'], JSON_TEXTS],
  ['codex', 'user', 'home/.codex/config.toml', ['mcp'], TOML_TEXTS],
  ['claude-code', 'project', 'project/CLAUDE.md', ['instructions'], MARKDOWN_TEXTS],
]
const CASES = EDITED.flatMap(([agent, scope, path, parts, texts]) =>
  Object.entries(texts).map(([kind, text]) => ({ agent, scope, path, parts, kind, text })),
)

describe('a file on disk', () => {
  test.each(CASES)(
    'is written once, and uninstalling gives back its bytes: $path, $kind [AG-24, AG-25]',
    ({ agent, scope, path, parts, text }) => {
      const there = open()
      there.write(path, text, 0o640)
      const before = there.snapshot()
      there.install(agent, { scope, parts })
      const once = there.snapshot()
      if (!text.includes('@AGENTS.md')) expect(there.read(path)).not.toBe(text)
      for (let more = 0; more < 2; more += 1) {
        const changes = there.install(agent, { scope, parts })
        expect(changes.filter((change) => change.before !== change.after)).toEqual([])
      }
      expect(there.snapshot()).toEqual(once)
      there.uninstall(agent)
      expect(there.snapshot()).toEqual(before)
      expect(there.installs()).toEqual([])
    },
  )

  test.each(CASES)(
    'keeps what a person adds later, and nothing of ours: $path, $kind [AG-26]',
    ({ agent, scope, path, parts, text }) => {
      const there = open()
      there.write(path, text)
      there.install(agent, { scope, parts })
      there.write(path, addTo(there.read(path), path))
      there.uninstall(agent)
      const left = there.read(path)
      expect(left).toContain('by-hand')
      expect(left).not.toMatch(/varve/)
      // Apart from the addition it is what was there, but for the blanks of what had been empty.
      const plain = (one: string) => one.replaceAll(/[\s,\uFEFF]/g, '').replace(/^\{\}$/, '')
      const added = plain(path.endsWith('.json') ? ADDED_JSON : ADDED_LINE)
      expect(plain(plain(left).replace(added, ''))).toBe(plain(text))
    },
  )
})

describe.each(AGENT_NAMES)('a settings file of %s', (name) => {
  const there = new TestMachine()
  there.remove()
  const paths = new Map<string, Piece[]>()
  for (const piece of getAgent(name).listPieces(there.machine, 'user')) {
    // What a file needs whoever states it stays, and is looked at on disk.
    if (piece.kind !== 'file' && piece.kind !== 'default')
      paths.set(piece.path, [...(paths.get(piece.path) ?? []), piece])
  }
  const cases = [...paths].flatMap(([path, pieces]) =>
    Object.entries(textsFor(path)).map(([kind, text]) => ({ file: basename(path), kind, text, pieces })),
  )

  test.each(cases)('comes back from its text alone: $file, $kind', ({ text, pieces }) => {
    const put = pieces.reduce(putPiece, text)
    const made = pieces
      .flatMap(containersOf)
      .filter((at) => !isWithinFile(text, at))
      .sort((a, b) => b.length - a.length)
    expect(pieces.reduce(putPiece, put)).toBe(put)
    const plain = (one: string | undefined) => one?.replaceAll(/\s/g, '')
    const left = plain(withoutPieces(put, pieces, made))
    expect(left === '{}' ? '' : left).toBe(plain(text) === '{}' ? '' : plain(text))
  })

  test.each(cases)('loses and moves nothing: $file, $kind', ({ text, pieces }) => {
    const put = pieces.reduce(putPiece, text)
    expect(isSubsequence(text, put)).toBe(true)
    if (text.includes('\r\n')) expect(put.replaceAll('\r\n', '')).not.toContain('\n')
  })
})

function textsFor(path: string): Readonly<Record<string, string>> {
  if (path.endsWith('.toml')) return TOML_TEXTS
  return path.endsWith('.md') ? MARKDOWN_TEXTS : JSON_TEXTS
}

/** Whether a text can be had from another by striking out letters. */
function isSubsequence(text: string, within: string): boolean {
  let from = 0
  for (const letter of text.trimEnd()) {
    const at = within.indexOf(letter, from)
    if (at < 0) return false
    from = at + 1
  }
  return true
}

const BROKEN = [
  ...Object.entries(BROKEN_JSON).flatMap(([kind, text]) =>
    (['claude-code', 'codex', 'cursor', 'gemini-cli'] as const).map((agent) => ({ agent, kind, text })),
  ),
  ...Object.entries(BROKEN_TOML).map(([kind, text]) => ({ agent: 'codex-toml' as const, kind, text })),
]

test.each(BROKEN)(
  'a file that can’t be understood stops everything: $agent, $kind [AG-24]',
  ({ agent, text }) => {
    const there = open()
    const name = agent === 'codex-toml' ? 'codex' : agent
    const path = {
      'claude-code': 'home/.claude/settings.json',
      codex: 'home/.codex/hooks.json',
      'codex-toml': 'home/.codex/config.toml',
      cursor: 'home/.cursor/hooks.json',
      'gemini-cli': 'home/.gemini/settings.json',
    }[agent]
    there.write(path, text)
    const before = there.snapshot()
    expect(() => there.install(name)).toThrow(/nothing was written/)
    expect(there.snapshot()).toEqual(before)
    expect(there.installs()).toEqual([])
  },
)

test('a comment, permissions and a model stay where a settings file has one comment [AG-27, BR-69]', () => {
  const there = open()
  const text =
    '{\n  "permissions": { "allow": ["Bash(npm test:*)"] },\n  // slow but good\n  "model": "opus"\n}\n'
  there.write('home/.claude/settings.json', text)
  for (let times = 0; times < 3; times += 1) there.install('claude-code')
  const after = there.read('home/.claude/settings.json')
  expect(after).toContain(
    '{\n  "permissions": { "allow": ["Bash(npm test:*)"] },\n  // slow but good\n  "model": "opus"',
  )
  expect(after.match(/varve-hook/g)).toHaveLength(5)
  there.uninstall('claude-code')
  expect(there.read('home/.claude/settings.json')).toBe(text)
})

test('any object comes back to the byte, however it is written [RS-88]', () => {
  const spaces = fc.constantFrom(0, 1, 2, 4, '\t')
  const ends = fc.constantFrom('', '\n')
  const written = fc
    .tuple(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1, maxKeys: 5 }),
      spaces,
      ends,
    )
    .map(([value, space, end]) => JSON.stringify(value, undefined, space) + end)
    .filter((text) => !/"(?:hooks|mcpServers|__proto__)"/.test(text))
  const pieces = getAgent('gemini-cli')
    .listPieces(open().machine, 'user')
    .filter(({ kind }) => kind === 'hook' || kind === 'member')
  const made = [['hooks', 'SessionStart'], ['hooks'], ['mcpServers']]
  fc.assert(
    fc.property(written, fc.constantFrom('\n', '\r\n'), (unix, lineEnd) => {
      const text = unix.replaceAll('\n', lineEnd)
      const put = pieces.reduce(putPiece, text)
      expect(JSON.parse(put)).toMatchObject(JSON.parse(text))
      const events = pieces.flatMap((piece) => (piece.kind === 'hook' ? [piece.at] : []))
      expect(withoutPieces(put, pieces, [...events, ...made])).toBe(text)
    }),
  )
})

const ADDED_JSON = '"by-hand":{"note":true}'
const ADDED_LINE = '# by-hand'

function addTo(text: string, path: string): string {
  if (path.endsWith('.json')) return text.replace('{', `{ ${ADDED_JSON},`)
  return `${ADDED_LINE}\n${text}`
}

function open(): TestMachine {
  const one = new TestMachine()
  opened.push(one)
  return one
}

test('every part of every agent is one that can be asked for', () => {
  const there = open()
  const parts = AGENT_NAMES.flatMap((name) =>
    getAgent(name)
      .listPieces(there.machine, 'user')
      .map(({ part }) => part),
  )
  expect(PARTS.filter((part) => parts.includes(part))).toEqual(PARTS)
})
