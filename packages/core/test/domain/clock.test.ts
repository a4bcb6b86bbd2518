import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockOf, formatInstant, parseInstant, recordIdOf, tick } from '../../src/index.ts'

const CLIENT = '00000000000000ab'

test('a clock is later than the last one, whatever the wall says [RS-42]', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 ** 42 }), { minLength: 2 }), (walls) => {
      let last: ReturnType<typeof tick> | undefined
      for (const wall of walls) {
        const next = tick(wall, CLIENT, last)
        if (last) expect(recordIdOf(next) > recordIdOf(last)).toBe(true)
        last = next
      }
    }),
  )
})

test('a full counter moves the wall on', () => {
  expect(tick(5, CLIENT, { wall: 5, counter: 0xffff })).toEqual({ wall: 6, counter: 0, client: CLIENT })
})

test('a record id gives its clock back, and ids sort as clocks do', () => {
  const clock = { wall: 1_772_000_000_123, counter: 7, client: CLIENT }
  expect(recordIdOf(clock)).toBe('pl_019c936e387b000700000000000000ab')
  expect(clockOf(recordIdOf(clock))).toEqual(clock)
})

test.each([
  ['2026-03-07T14:30:00Z', '2026-03-07T14:30:00.000Z', false],
  ['2026-03-07T14:30:00.5+02:00', '2026-03-07T12:30:00.500Z', false],
  ['2025-11-02T21:58:07.295058-08:00', '2025-11-03T05:58:07.295Z', false],
  ['2026-03-07', '2026-03-07T00:00:00.000Z', true],
  ['2026-03-07 14:30', '2026-03-07T14:30:00.000Z', true],
])('%s is read as %s', (text, iso, naive) => {
  const instant = parseInstant(text)
  expect(instant && formatInstant(instant.at)).toBe(iso)
  expect(instant?.naive).toBe(naive)
})

test.each(['', 'yesterday', '2026-13-01', '2026-02-30', '07.03.2026', '2026-03-07T25:99'])(
  '%j is no instant',
  (text) => {
    expect(parseInstant(text)).toBeUndefined()
  },
)
