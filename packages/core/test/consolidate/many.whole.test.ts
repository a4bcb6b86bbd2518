import { expect, test } from 'vitest'
import { DAY, memory, type Note, onDay } from './memory.ts'

const NOW = onDay('2026-06-01')
const OLD = { created: onDay('2026-01-10') }

test('900 notes about nothing in common stay as they are, ten times over [LK-18]', () => {
  const word = (seed: number) => `w${(seed * 7919 + 13).toString(36)}q${seed.toString(36)}`
  const notes = Array.from(
    { length: 900 },
    (_, at): Note => [`n${at}`, [0, 1, 2, 3].map((offset) => word(at * 4 + offset)).join(' '), OLD],
  )
  const world = memory(...notes)
  for (let run = 0; run < 10; run++) {
    const { report } = world.run(NOW + run * DAY)
    expect([report.clusters, report.skipped]).toEqual([[], []])
  }
  expect(world.visible()).toHaveLength(900)
})
