import { expect, test } from 'vitest'
import { allowsVersion } from '../../src/stale/manifests/version-range.ts'

test.each([
  ['22', '22', true],
  ['v22.3.1', '22', true],
  ['22.3.1', '22.4', false],
  ['>=18', '16', false],
  ['>=18', '20', true],
  ['>18', '18', false],
  ['^20.1.0', '20', true],
  ['^20.1.0', '21', false],
  ['^0.2.3', '0.3', false],
  ['~1.2.3', '1.2', true],
  ['~1.2.3', '1.3', false],
  ['>=18 <21', '20', true],
  ['>= 18, < 21', '21', false],
  ['18 - 20', '20.9', true],
  ['18 - 20', '21', false],
  ['18 || 20', '19', false],
  ['18 || 20', '20', true],
  ['20.x', '20.7', true],
  ['20.*', '21', false],
  ['<=20', '20.9', true],
  ['lts/*', '20', undefined],
  ['latest', '20', undefined],
  ['*', '20', undefined],
])('%s allows %s: %s', (range, claimed, expected) => {
  expect(allowsVersion(range, claimed)).toBe(expected)
})
