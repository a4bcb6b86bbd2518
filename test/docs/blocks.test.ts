import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../scenarios/sandbox.ts'
import { listPages, readBlocks } from './markdown-blocks.ts'
import { type RunBlock, runPage } from './page-run.ts'
import { shapeOf } from './wildcards.ts'

const PAGES = listPages(ROOT).filter((page) => page === 'README.md' || page.startsWith('docs/guide/'))
const WORDS = ['', 'no-run', 'fails']

/** Blocks that aren't run, by their first line, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'git clone <this repository> varve && cd varve': 'installs from the network',
  'npm start -- ~/src/my-project/CLAUDE.md ~/src/my-project/docs/adr': 'names files of the reader',
  'npm link --workspace packages/varve --loglevel=error   # makes the command `varve`':
    'installs a command on this machine',
  'npm test': 'is what runs this',
  'npm install @varve/core': 'installs from the network',
  'varve fit proxy --upstream https://api.anthropic.com --save': 'runs until it is interrupted',
  'docker run --name varve-team -e POSTGRES_PASSWORD=password -p 5432:5432 -d postgres:18': 'starts a server',
  'export VARVE_TEAM_URL=postgresql://postgres:password@localhost/postgres': 'needs a server',
  'export VARVE_TEAM_URL=postgresql://alice:one@localhost/postgres': 'needs a server',
  'psql "$VARVE_TEAM_URL" -c "create role gate login password \'three\'; grant varve_gateway to gate"':
    'needs a server',
  'export VARVE_TEAM_URL=https://varve.example.com VARVE_TEAM_TOKEN=vt_…': 'needs a server',
  'varve import ~/.claude-mem/claude-mem.db': 'reads a database of the reader',
  'varve import ~/.linksee-memory/memory.db': 'reads a database of the reader',
  'varve ui': 'runs until it is interrupted',
  'varve mcp --http': 'runs until it is interrupted',
  'curl -s http://127.0.0.1:7480/api/search -H "authorization: Bearer $(cat ~/.local/share/varve/http-token)" -d \'{"text": "pnpm"}\'':
    'asks a server that runs',
  'ollama pull qwen3:8b': 'installs a model and packages from the network',
  'npm run bench -- merge': 'takes its time, and installs a peer',
}

describe.each(PAGES)('%s', (path) => {
  const page = readFileSync(join(ROOT, path), 'utf8')

  test('every command runs, and says what the page shows', () => {
    for (const run of runPage(page)) check(path, run)
  })

  test('what is not run has its reason', () => {
    for (const { info, text } of readBlocks(page).filter(isShell)) {
      expect(WORDS).toContain(info.slice('sh'.length).trim())
      if (info === 'sh no-run') expect(Object.keys(NOT_RUN)).toContain(text.split('\n')[0])
    }
  })
})

test('every reason is of a block that is there', () => {
  const lines = PAGES.flatMap((path) =>
    readBlocks(readFileSync(join(ROOT, path), 'utf8')).map(({ text }) => text.split('\n')[0]),
  )
  expect(Object.keys(NOT_RUN).filter((line) => !lines.includes(line))).toEqual([])
})

function check(path: string, { block, shown, status, output }: RunBlock): void {
  const place = `${path}:${block.line}`
  if (block.info === 'sh fails') expect(status, `${place} should fail:\n${output}`).toBeGreaterThan(0)
  else expect(status, `${place} failed:\n${output}`).toBe(0)
  if (shown !== undefined) expect(shapeOf(output).text, place).toBe(shapeOf(shown.text).text)
}

function isShell({ info }: { readonly info: string }): boolean {
  return info === 'sh' || info.startsWith('sh ')
}
