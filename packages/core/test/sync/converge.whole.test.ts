import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../src/index.ts'
import { projectAll } from '../../src/sync/index.ts'
import { FakeTeam } from '../../src/testing/index.ts'
import { rendered, runs, settle } from './converge.ts'
import { everythingOf } from './teams.ts'

// A thousand runs: small ones, since two replicas and two changes are all that most mistakes need.
test('replicas that were apart, with wrong clocks, lost calls and two carriers, end up the same: state, rendered bytes, projection [RS-79]', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async (run) => {
      const team = new FakeTeam('fake', 7)
      const { replicas, projection, pushedTwice } = await settle(run, (index, fault) =>
        team.carrier(`member ${index}`, fault),
      )
      const [first, ...others] = replicas.map(({ store }) => everythingOf(store))
      for (const other of others) expect(other).toBe(first)
      const [text, ...texts] = replicas.map(({ store }) => rendered(store))
      for (const other of texts) expect(other).toBe(text)
      for (const { store } of replicas.slice(0, 1)) {
        expect(canonicalJson(projection)).toBe(canonicalJson(projectAll(store)))
        // Each record is there once, and nothing is left to be said.
        expect(new Set(team.ids()).size).toBe(team.journal.length)
        expect([...team.ids()].sort()).toEqual(store.records({}).map(({ id }) => id))
      }
      expect(pushedTwice).toBe(0)
    }),
    { numRuns: 1000, seed: 20260101 },
  )
})
