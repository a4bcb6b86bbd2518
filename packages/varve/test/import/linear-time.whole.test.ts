import { expect, test } from 'vitest'
import { cpuMillisecondsOf } from '../../../../test/cpu-milliseconds.ts'
import { adr } from '../../src/import/adr/index.ts'
import { followReferences } from '../../src/import/follow-references.ts'
import { instructions } from '../../src/import/instructions/index.ts'
import { jsonl } from '../../src/import/jsonl/index.ts'
import { notes } from '../../src/import/notes/index.ts'
import { sourceOf } from './sources.ts'

const MEGABYTE = 1_000_000
const REPEATED = [
  ...' a0-_=:#*>|`~[]()<!"\'\\@.{}\n\t\r',
  '- ',
  '[[',
  '[a](',
  '](a.md',
  '``a',
  '# ',
  '<!--',
  '---\n',
  '- a\n',
  '# a\n',
  '@a.',
  'a:\n',
  '> ',
  '| a ',
  '```\n',
  'Superseded by ',
  'Superseded by 000',
  'a\n=\n',
  '{"a":',
  '"',
  ' \n',
]

// Quadratic work on this takes minutes; the bound only tells the two apart.
async function expectQuick(work: () => unknown): Promise<void> {
  expect(await cpuMillisecondsOf(work)).toBeLessThan(10_000)
}

test.each(REPEATED)('a megabyte of %j takes linear time as Markdown [RS-41]', async (piece) => {
  const text = piece.repeat(Math.ceil(MEGABYTE / piece.length))
  await expectQuick(() => instructions.parse(sourceOf({ 'AGENTS.md': text })))
  await expectQuick(() => notes.parse(sourceOf({ 'a.md': text })))
  await expectQuick(() => adr.parse(sourceOf({ 'adr/0001-a.md': `## Status\n\n${text}` })))
  await expectQuick(() => followReferences(sourceOf({ 'AGENTS.md': text }).files, async () => undefined, []))
})

test.each(['{"a":', '[', '"', '\\', ' ', '0'])(
  'a megabyte of %j takes linear time as JSON [RS-41]',
  async (piece) => {
    const text = piece.repeat(Math.ceil(MEGABYTE / piece.length))
    await expectQuick(() => jsonl.parse(sourceOf({ 'a.jsonl': text })))
  },
)
