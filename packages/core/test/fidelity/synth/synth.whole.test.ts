import { expect, test } from 'vitest'
import { CACHE_PRICES } from '../../../src/fidelity/cost/cost-gate.ts'
import { TUNING } from '../../../src/fidelity/default/tuning.ts'
import { createFidelity, type Fidelity } from '../../../src/fidelity/engine/fidelity.ts'
import type { FidelityOptions } from '../../../src/fidelity/engine/fidelity-options.ts'
import { findBrokenLaws } from './broken-laws.ts'
import { synthSession } from './synth-session.ts'

/** The other presets without prices, the default one under each list of prices, and both ways of cam. */
const PROFILES: Readonly<Record<string, Partial<FidelityOptions>>> = {
  light: { preset: 'light' },
  lean: { preset: 'lean' },
  ...Object.fromEntries(
    Object.entries(CACHE_PRICES).map(([name, prices]) => [`balanced, ${name}`, { prices }]),
  ),
  'cam under pressure': { profile: 'cam' },
  'cam always': { profile: 'cam', cam: { when: 'always' } },
}

function open(more: Partial<FidelityOptions>): Fidelity {
  return createFidelity({ sessionId: 's_synth', budget: 200_000, strict: true, ...more })
}

/** One as it is fitted by default, and another in each other way: a session takes two seconds. */
const BALANCED: Partial<FidelityOptions> = { preset: 'balanced' }
const FITTED = [
  ['balanced', BALANCED, 0] as const,
  ...Object.entries(PROFILES).map(([name, more], place) => [name, more, place + 4] as const),
]

test.each(FITTED)('at no call of made sessions a law of views is broken under %s', (_, more, seed) => {
  const minAge = more.profile === 'cam' ? 0 : TUNING.minAgeCalls
  const { broken, calls, passes } = findBrokenLaws(synthSession(seed), minAge, open(more))
  expect(broken).toEqual([])
  expect(calls).toBeGreaterThanOrEqual(400)
  expect(passes).toBeGreaterThan(0)
})

test.each(['default', 'cam'] as const)('two runs over a made session decide the same under %s', (profile) => {
  const run = () => {
    const engine = open({ profile })
    findBrokenLaws(synthSession(7), 0, engine)
    return JSON.stringify(engine.state())
  }
  expect(run()).toBe(run())
})
