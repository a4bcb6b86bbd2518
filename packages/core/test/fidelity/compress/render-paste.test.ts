import { expect, test } from 'vitest'
import { est2 } from '../../../src/counters/est2.ts'
import { renderPaste } from '../../../src/fidelity/compress/render-paste.ts'

const log = Array.from({ length: 400 }, (_, index) => `12:00:${index} GET /items/${index} 200`)
const instructions = ['Look at this log.', 'Never touch src/invoice.ts!', 'Why is it slow?']

test('of a text with a pasted log every instruction stays as it is, and the log is one line [CAM-72]', () => {
  const text = [...instructions.slice(0, 2), '', ...log, '', instructions[2]].join('\n')
  expect(renderPaste(text, 'recall 70hasb', est2)?.split('\n')).toEqual([
    ...instructions.slice(0, 2),
    '',
    expect.stringMatching(/^\[pasted block · 400 lines · \d+(\.\d)?k tok elided · recall 70hasb\]$/),
    '',
    instructions[2],
  ])
})

test('a fenced block is one, whatever is in it', () => {
  const fenced = ['```', ...log.map((line) => `It is. A ${line}`), '```']
  expect(
    renderPaste(['Fix it.', ...fenced, 'Thanks.'].join('\n'), 'recall x', est2)?.split('\n'),
  ).toHaveLength(3)
})

test('a text of sentences, a short block and a fence without end stay as they are', () => {
  expect(renderPaste(instructions.join('\n').repeat(99), 'recall x', est2)).toBeUndefined()
  expect(renderPaste(['Fix it.', '```', 'a', '```'].join('\n'), 'recall x', est2)).toBeUndefined()
  expect(renderPaste('```\na\nb', 'recall x', est2)).toBeUndefined()
})
