import { expect, test } from 'vitest'
import { atomNeed, partOdds } from '../../../src/fidelity/default/atom-need.ts'

test.each([
  ['ident', 4, 0, 0.0533],
  ['ident', 20, 0, 0.0236],
  ['ident', 100, 0, 0.0095],
  ['ident', 20, 1, 0.103],
  ['num', 20, 0, 0.004],
  ['line', 20, 0, 0.0055],
  ['changed', 20, 0, 0.0525],
] as const)('%s, seen %i calls ago and quoted %f times, is quoted again with p %f', (role, age, times, p) => {
  expect(atomNeed(partOdds({ age }), role, times)).toBeCloseTo(p, 4)
})

test('a plan or a meaning that speaks for a part raises all that is in it', () => {
  const plain = atomNeed(partOdds({ age: 10 }), 'ident', 0)
  expect(atomNeed(partOdds({ age: 10, plan: 0.5 }), 'ident', 0)).toBeGreaterThan(plain)
  expect(atomNeed(partOdds({ age: 10, semantic: 0.5 }), 'ident', 0)).toBeGreaterThan(plain)
})
