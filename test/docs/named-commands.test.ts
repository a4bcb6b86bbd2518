import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flagName } from '../../packages/varve/src/cli/parse-arguments.ts'
import { OPERATIONS } from '../../packages/varve/src/operations/table.ts'
import { ROOT } from '../scenarios/sandbox.ts'
import { listPages, readBlocks } from './markdown-blocks.ts'

/** Pages that speak of what is planned, of what is promised, or of what has changed since. */
const OTHERWISE = /^(DESIGN|CHANGELOG)\.md$|^docs\/(decisions\/|reference\/requirements\.md)|^bench\//
const COMMON_FLAGS = ['--help', '--version', '--json', '--records', '--token', '--format']

const operations = await Promise.all(OPERATIONS.map((row) => row.load()))

test.each(listPages(ROOT).filter((page) => !OTHERWISE.test(page)))(
  'every command that %s names exists',
  (page) => {
    expect(commandsOf(readFileSync(join(ROOT, page), 'utf8')).flatMap(problemsOf)).toEqual([])
  },
)

/** Command lines in code: spans and shell blocks. */
function commandsOf(page: string): readonly string[] {
  const spans = [...page.matchAll(/`(varve [^`\n]+)`/g)].map(([, span = '']) => span)
  const lines = readBlocks(page)
    .filter(({ info }) => info.startsWith('sh'))
    .flatMap(({ text }) => text.split(/\n|&&|\|/))
    .map((line) => line.trim())
  return [...spans, ...lines].filter((line) => line.startsWith('varve '))
}

function problemsOf(line: string): readonly string[] {
  const words = line
    .replace(/"[^"]*"|'[^']*'|#.*$/g, '…')
    .split(/\s+/)
    .slice(1)
  const [first = '', second = ''] = words
  if (/^(<command>|--help|--version)$/.test(first)) return []
  const operation =
    operations.find(({ name }) => name === `${first} ${second}`) ??
    operations.find(({ name }) => name === first)
  if (operation === undefined) return [`no such command: ${line}`]
  const flags = [...COMMON_FLAGS, ...Object.keys(operation.fields).map((field) => `--${flagName(field)}`)]
  const end = words.includes('--') ? words.indexOf('--') : words.length
  const unknown = words
    .slice(0, end)
    .filter((word) => /^--\w/.test(word) && !flags.includes(word.split('=')[0] ?? ''))
  return unknown.map((flag) => `no flag ${flag}: ${line}`)
}
