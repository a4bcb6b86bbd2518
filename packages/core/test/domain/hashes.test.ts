import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMilliseconds } from '../../../../test/cpu-milliseconds.ts'
import { canonicalJson, contentHash, Sha256, sha256, uuidV5 } from '../../src/index.ts'

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 400 }))

test('sha256 is that of FIPS 180-4, for any text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }),
  )
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 16_384, 16_385, 70_000]) {
    const text = 'é'.repeat(length)
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  }
})

test('a text hashed in pieces has the hash of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pieces) => {
      const hash = new Sha256()
      for (const piece of pieces) hash.update(piece)
      expect(hash.digest()).toBe(sha256(pieces.join('')))
    }),
  )
})

test('a UUIDv5 is that of RFC 9562', () => {
  // Appendix A.4 of the RFC: namespace DNS, name www.example.com.
  expect(uuidV5('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  )
})

test('the id of a fused entry depends on the project and the source texts alone [LS-42]', () => {
  const project = '7d444840-9dc0-11d1-b245-5ffdce74fad2'
  const keys = ['nv1\nuse npm', 'nv1\nalways use pnpm, never npm or yarn'].map((text) => sha256(text)).sort()
  expect(uuidV5(['varve/merges/1', project, ...keys].join('\n'))).toBe('7f12bc79-19ef-5210-91f6-ea1f0042b9bc')
})

test('a content hash counts neither line ends nor composed forms', () => {
  const body = 'Always use `pnpm` 9, never npm or yarn; npm breaks the workspace links.\n\nSee [[qp-2c3d]].\n'
  const note = { title: 'Use pnpm for installs', content: body }
  expect(contentHash(note)).toBe('d48e2adb1c449743633b0311dc869363bc27581177373f3a4fdd892d69706d2c')
  expect(contentHash({ ...note, content: body.replaceAll('\n', '\r\n') })).toBe(contentHash(note))
  expect(contentHash({ content: 'cafe\u0301' })).toBe(contentHash({ content: 'caf\u00e9' }))
})

test('hostile marks do not slow a content hash down [RS-41]', () => {
  const content = '\u0301\u0316'.repeat(200_000)
  expect(cpuMilliseconds(() => contentHash({ content }))).toBeLessThan(2000)
})

test('canonical JSON sorts members and leaves undefined ones out', () => {
  expect(canonicalJson({ b: 1, a: [undefined, { d: 'x', c: null }], e: undefined })).toBe(
    '{"a":[null,{"c":null,"d":"x"}],"b":1}',
  )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
