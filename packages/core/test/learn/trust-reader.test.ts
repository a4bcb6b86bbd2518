import { expect, test } from 'vitest'
import { TrustReader } from '../../src/learn/session/trust-reader.ts'

const trustOf = (tool: string, path?: string, folder: string | undefined = '/home/ada/shop') =>
  new TrustReader(folder).ofResult(tool, path === undefined ? [] : [{ operation: 'read', path }], undefined)

test('only our own server is trusted: another is not for having our name in its own', () => {
  const ours = ['mcp__varve__search', 'mcp__plugin_varve_varve__show']
  const others = ['mcp__varve-mirror__search', 'mcp__evil_varve__search', 'mcp__docs__varve', 'mcp__Varve__x']
  expect(ours.map((tool) => trustOf(tool))).toEqual(['tool', 'tool'])
  expect(others.map((tool) => trustOf(tool))).toEqual(Array(4).fill('web'))
})

test('what lies in the folder of the session is of the repository, however its path is written', () => {
  const inside = [
    'src/a.ts',
    './a.ts',
    'src/../a.ts',
    '../shop/a.ts',
    '/home/ada/shop/a.ts',
    '/home/ada/x/../shop/a',
  ]
  expect(inside.map((path) => trustOf('Read', path))).toEqual(inside.map(() => 'repo'))
  expect(trustOf('Read', 'c:\\src\\shop\\a.ts', 'C:\\src\\shop')).toBe('repo')
})

test('what lies outside of it is not, however its path is written', () => {
  const outside = [
    '../other/a.md',
    'src/../../a',
    '~/notes.md',
    '~bob/x',
    '/home/ada/shop/../a',
    'C:\\x.md',
    '/home/ada/shop2/a',
  ]
  expect(outside.map((path) => trustOf('Read', path))).toEqual(outside.map(() => 'web'))
  expect(trustOf('Read', 'D:\\src\\shop\\a.ts', 'C:\\src\\shop')).toBe('web')
  expect(new TrustReader(undefined).ofResult('Read', [{ operation: 'read', path: '../a' }], undefined)).toBe(
    'web',
  )
})
