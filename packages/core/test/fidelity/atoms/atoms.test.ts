import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atoms } from '../../../src/fidelity/atoms/atoms.ts'

function named(text: string): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {}
  for (const [atom, atomClass] of atoms(text)) found[atomClass] = [...(found[atomClass] ?? []), atom]
  return found
}

test('atoms are those of the reference', () => {
  const read =
    'Read src/core/agent-session.ts and README.md, then run loadConfig with MAX_RETRIES=250 on v1.2.3 (commit 4ad12336c8afd261)'
  expect(named(read)).toEqual({
    path: ['src/core/agent-session.ts', 'README.md'],
    ident: ['loadConfig', 'MAX_RETRIES'],
    num: ['250', 'v1.2.3', '4ad12336c8afd261'],
    line: [`L:${read}`],
  })
  const order = 'order_id ABC123 QWERTY 42 http://x.io/a/b.html'
  expect(named(order)).toEqual({
    path: ['//x.io/a/b.html'],
    ident: ['order_id'],
    num: ['ABC123'],
    line: [`L:${order}`],
  })
  const code = 'const value = computeTotal(items);'
  expect(named(code)).toEqual({ ident: ['computeTotal'], line: [`L:${code}`] })
})

const AS_WRITTEN =
  /(?:[\w.@~-]*\/)+[\w.@-]+\.[A-Za-z]\w{0,5}\b|\b[\w-]{2,}\.(?:ts|tsx|js|mjs|json|md|py|rs|go|toml|yml|yaml|css|html|txt|sh|cfg)\b/g

test('paths that begin where their run of characters does are all the paths of the reference’s expression', () => {
  const unit = fc.constantFrom(
    'a',
    'bc',
    '/',
    '.',
    '.ts',
    '.md',
    '-',
    '@',
    '~',
    ' ',
    ':',
    '_',
    '7',
    'foo.ts',
    '..',
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
      const expected = new Set(
        [...text.matchAll(AS_WRITTEN)].map(([path]) => path).filter((path) => path.length >= 5),
      )
      expect(named(text).path ?? []).toEqual([...expected])
    }),
    { numRuns: 5000 },
  )
})
