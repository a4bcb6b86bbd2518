import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { dataFolder } from '../../../../test/scenarios/sandbox.ts'
import type { AgentName, Part } from '../../src/agents/agent.ts'
import { getAgent } from '../../src/agents/agents.ts'
import { putPiece } from '../../src/agents/host-files/edit-pieces.ts'
import { HostFileProblem } from '../../src/agents/host-files/host-file-error.ts'
import { withoutPieces } from '../../src/agents/host-files/without-pieces.ts'
import { TestMachine } from './machine.ts'

const opened: TestMachine[] = []

afterEach(() => {
  for (const one of opened.splice(0)) one.remove()
})

describe('over public files of other projects', () => {
  const folder = dataFolder()
  const files = folder === undefined ? [] : listConventions(folder)

  test.skipIf(folder === undefined)('uninstalling gives back the bytes of each [AG-24, RS-88]', () => {
    expect(files.length).toBeGreaterThan(60)
    const there = open()
    for (const { path, kind } of files) {
      const text = readFileSync(path, 'utf8')
      for (const { agent, place, parts } of placesFor(kind)) {
        there.write(place, text)
        const before = there.snapshot()
        try {
          there.install(agent, { parts })
        } catch (error) {
          // A file that an agent couldn't read either is left alone.
          expect(String(error), path).toMatch(/nothing was written/)
          expect(there.snapshot()).toEqual(before)
          continue
        }
        expect(
          there.install(agent, { parts }).every((change) => change.before === change.after),
          path,
        ).toBe(true)
        there.uninstall(agent)
        expect(there.snapshot(), path).toEqual(before)
      }
    }
  })

  test.skipIf(folder === undefined)('from its text alone each comes back but for what was empty', () => {
    const { machine } = open()
    for (const { path, kind } of files) {
      const text = readFileSync(path, 'utf8')
      for (const { agent, place, parts } of placesFor(kind)) {
        const pieces = getAgent(agent)
          .listPieces(machine, 'user')
          .filter((piece) => piece.path.endsWith(place.slice('home'.length)) && parts.includes(piece.part))
        try {
          const put = pieces.reduce(putPiece, text)
          expect(withoutEmpty(withoutPieces(put, pieces, []) ?? ''), path).toBe(withoutEmpty(text))
        } catch (error) {
          if (!(error instanceof HostFileProblem)) throw error
        }
      }
    }
  })
})

function listConventions(folder: string): readonly { readonly path: string; readonly kind: string }[] {
  const [, ...rows] = readFileSync(join(folder, 'conventions/MANIFEST.tsv'), 'utf8').trim().split('\n')
  return rows
    .map((row) => row.split('\t'))
    .map(([file = '', kind = '']) => ({ path: join(folder, 'conventions', file), kind }))
    .filter(
      ({ path, kind }) =>
        (/\.json$/.test(path) && kind !== 'plugin') || ['skill', 'command', 'agent'].includes(kind),
    )
}

interface Place {
  readonly agent: AgentName
  readonly place: string
  readonly parts: readonly Part[]
}

function placesFor(kind: string): readonly Place[] {
  if (kind === 'mcp') return [{ agent: 'cursor', place: 'home/.cursor/mcp.json', parts: ['mcp'] }]
  if (kind === 'hooks' || kind === 'settings' || kind === 'agent-config') {
    return [
      { agent: 'claude-code', place: 'home/.claude/settings.json', parts: ['hooks', 'prompt'] },
      { agent: 'codex', place: 'home/.codex/hooks.json', parts: ['hooks'] },
      { agent: 'cursor', place: 'home/.cursor/hooks.json', parts: ['hooks'] },
      { agent: 'gemini-cli', place: 'home/.gemini/settings.json', parts: ['hooks', 'mcp'] },
    ]
  }
  return [{ agent: 'gemini-cli', place: 'home/.gemini/GEMINI.md', parts: ['instructions'] }]
}

/** What an install may leave where nothing says what was there before: empty containers, a version. */
function withoutEmpty(text: string): string {
  let left = text.replaceAll(/\s/g, '')
  for (;;) {
    const next = left
      .replace(/,?"[^"]*":(?:\{\}|\[\])/, '')
      .replace(/,?"version":1(?=[,}])/, '')
      .replace(/\{,/, '{')
    if (next === left) return next
    left = next
  }
}

function open(): TestMachine {
  const one = new TestMachine()
  opened.push(one)
  return one
}
