import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../scenarios/sandbox.ts'

const DOMAIN = join(ROOT, 'packages/core/src/domain')
const MOST_AGENT_LINES = 120

/** Words of type names that mean in Varve what they mean everywhere. */
const PLAIN = new Set(
  'code erased error exit field fields header json object options order ranked revisable since stored text undefined value values varve without'.split(
    ' ',
  ),
)

test('the glossary has every word that the domain’s types are named with', () => {
  const words = glossaryWords()
  const missing = domainTypes().filter((name) => {
    const parts = name.split(/(?=[A-Z])/).map((part) => part.toLowerCase())
    return !words.has(parts.join(' ')) && !parts.every((part) => PLAIN.has(part) || hasStem(words, part))
  })
  expect(missing).toEqual([])
})

test('the glossary is in alphabetical order, and has each word once', () => {
  const rows = glossaryRows().map(([word]) => word)
  expect(rows).toEqual([...new Set(rows)].sort())
})

test(`AGENTS.md has at most ${MOST_AGENT_LINES} lines`, () => {
  const lines = readFileSync(join(ROOT, 'AGENTS.md'), 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(MOST_AGENT_LINES)
})

function domainTypes(): readonly string[] {
  return readdirSync(DOMAIN)
    .sort()
    .map((name) => readFileSync(join(DOMAIN, name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name))
}

/** `revise` is told by `revision`, `scores` by `score`. */
function hasStem(words: ReadonlySet<string>, part: string): boolean {
  if (words.has(part)) return true
  return part.length > 4 && [...words].some((word) => word.startsWith(part.slice(0, -1)))
}

/** The words of each row, in small letters. */
function glossaryRows(): readonly (readonly string[])[] {
  const text = readFileSync(join(ROOT, 'GLOSSARY.md'), 'utf8')
  return [...text.matchAll(/^\| (\*\*.*?) +\|/gm)].map(([, cell = '']) =>
    [...cell.matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word.toLowerCase()),
  )
}

function glossaryWords(): ReadonlySet<string> {
  return new Set(glossaryRows().flat())
}
