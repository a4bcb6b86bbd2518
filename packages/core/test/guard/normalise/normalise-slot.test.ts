import { expect, test } from 'vitest'
import { normaliseSlot } from '../../../src/guard/normalise/normalise-slot.ts'

test.each([
  ['package-manager', 'package-manager'],
  ['  Package  Manager\n', 'package-manager'],
  ['package\tmanager', 'package-manager'],
  ['package_manager', 'package_manager'],
  [' ', ''],
])('the slot %j is compared as %j', (key, slot) => {
  expect(normaliseSlot(key)).toBe(slot)
})
