import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contents, errorOf, everything, logged } from './memory-of.ts'
import { throwAway } from './throw-away.ts'

const BLOCK = '<!-- varve:begin index v1 -->\n- Use pnpm, never npm.\n<!-- varve:end -->'

interface Imported {
  readonly added: number
  readonly issues: readonly { readonly code: string; readonly message: string }[]
}

test('nothing that Varve rendered is taken in again, by whatever way it comes [LS-72] [RS-70]', () => {
  const place = throwAway()
  const { id } = place.askJson<{ id: string }>(['add', 'Use pnpm, never npm.', '--category', 'conventions'])
  place.askJson(['compact'])
  const before = logged(place).length
  const index = readFileSync(join(place.project, '.varve/cache/index.md'), 'utf8')
  const rendered = [
    index,
    readFileSync(join(place.project, '.varve/cache/compacted/conventions.md'), 'utf8'),
    place.run(['context', '--prime']).stdout,
    place.run(['context', '--query', 'pnpm']).stdout,
    place.run(['search', 'pnpm', '--records']).stdout,
    `A sentence before it.\n${BLOCK}`,
  ]
  for (const [at, text] of rendered.entries()) {
    const refused = place.run(['add', '-', '--json'], { input: text })
    expect(errorOf(refused.stderr)).toMatchObject({ code: 2, type: 'invalid_value' })
    expect(place.run(['edit', id, '--text', '-'], { input: text }).status).toBe(2)
    place.write(`own/${at}.md`, text.replace('A sentence before it.', ''))
  }
  place.write('own/rows.jsonl', `${JSON.stringify({ content: index })}\n`)
  const answer = place.askJson<Imported>(['import', '.varve/cache', 'own'])
  expect(answer.added).toBe(0)
  expect(answer.issues.map(({ code }) => code)).toEqual(Array.from({ length: 9 }, () => 'own_text'))
  expect(contents(everything(place))).toEqual(['Use pnpm, never npm.'])
  expect(logged(place).length).toBe(before)
})

test('what stands around a block of ours is taken in, and a block that is quoted too [LS-72]', () => {
  const place = throwAway()
  place.write('AGENTS.md', `- Before it.\n\n${BLOCK}\n\n- After it.\n`)
  place.write('rows.jsonl', `${JSON.stringify({ content: `Around it.\n${BLOCK}` })}\n`)
  place.write('docs/quoted.md', `- How a block looks:\n\n\`\`\`md\n${BLOCK}\n\`\`\`\n`)
  place.askJson(['import', '.'])
  const texts = contents(everything(place))
  expect(texts.filter((text) => text.includes('Use pnpm'))).toEqual([expect.stringContaining(BLOCK)])
  expect(texts).toEqual(expect.arrayContaining(['Before it.', 'After it.', 'Around it.']))
  expect(place.askJson<Imported>(['import', '.']).added).toBe(0)
})
