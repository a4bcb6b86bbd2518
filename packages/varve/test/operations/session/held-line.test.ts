import { expect, test } from 'vitest'
import { HeldLine } from '../../../src/operations/session/held-line.ts'

const MOST = 3 * 2 ** 20

function hold(json: string): string {
  const held = new HeldLine(MOST)
  const bytes = Buffer.from(json)
  // In pieces that end within letters.
  for (let at = 0; at < bytes.length; at += 65_537) held.append(bytes.subarray(at, at + 65_537))
  expect(held.length).toBe(bytes.length)
  const text = held.take()
  expect(held.length).toBe(0)
  return text
}

test('a line that came in pieces means what it meant, whatever its letters', () => {
  for (const letters of ['plain', 'café 🔥 ', '部署端口 ', 'one 部 in many Latin letters']) {
    const value = { text: `"${letters}\\`.repeat(20_000) }
    expect(JSON.parse(hold(JSON.stringify(value)))).toEqual(value)
  }
})

test('few letters that aren’t Latin are spelt, and many are left', () => {
  expect(hold(`"${'a'.repeat(20)}🔥"`)).toBe(`"${'a'.repeat(20)}\\ud83d\\udd25"`)
  expect(hold('"端口 a"')).toBe('"端口 a"')
})

test('what was taken or dropped is gone, and the next line begins anew', () => {
  const held = new HeldLine(MOST)
  held.append(Buffer.from('one'))
  held.drop()
  held.append(Buffer.from('two'))
  expect([held.take(), held.take()]).toEqual(['two', ''])
})
