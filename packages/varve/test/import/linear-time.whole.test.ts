import { expect, test } from 'vitest'
import { cpuMillisecondsOf } from '../../../../test/cpu-milliseconds.ts'
import { adr } from '../../src/import/adr/index.ts'
import { claudeMem } from '../../src/import/claude-mem/index.ts'
import { followReferences } from '../../src/import/follow-references.ts'
import { instructions } from '../../src/import/instructions/index.ts'
import { jsonl } from '../../src/import/jsonl/index.ts'
import { mem0 } from '../../src/import/mem0/index.ts'
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

const LISTS = '"sessions":[],"summaries":[],"prompts":[],"results":[],"observations"'

test('a megabyte of rows takes linear time in a document [RS-41]', async () => {
  const item = '{"id":"a","memory":"b","hash":"c","type":"change","title":"d","content_session_id":"e"},'
  const rows = `[${item.repeat(MEGABYTE / item.length)}{}]`
  const lists = ['results', 'observations', 'sessions', 'summaries', 'prompts'].map(
    (name) => `"${name}":${rows}`,
  )
  const source = sourceOf({ 'a.json': rows, 'b.json': `{${lists.join(',')}}` })
  for (const format of [mem0, claudeMem])
    await expectQuick(() => [format.detect(source), format.parse(source)])
})

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
    for (const format of [mem0, claudeMem]) {
      const within = sourceOf({ 'a.json': text, 'b.json': `{"memory":"observations",${LISTS}:[${text}` })
      await expectQuick(() => [format.detect(within), format.parse(within)])
    }
  },
)
