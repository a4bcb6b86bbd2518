import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Chunk, sizeOf, writeDisposableFile } from '../../src/files/disposable-file.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const OLD = 'The file as it was before, of which stretches are taken. Ü漢🔥\n'.repeat(3000)

const text = fc
  .tuple(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom(0, 1, 3, 900, 30_000))
  .map(([part, times]) => part.repeat(times))
const chunk = fc.oneof(
  text,
  text.map((of) => new Uint8Array(Buffer.from(of))),
  fc
    .tuple(fc.nat(OLD.length), fc.nat(OLD.length))
    .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) })),
)

test('a file has the bytes of its chunks, one after the other, whatever they are and however long', () => {
  const folder = temporaryDirectory()
  const old = join(folder, 'old')
  writeFileSync(old, OLD)
  const descriptor = openSync(old, 'r')
  const bytesOf = (each: string | Uint8Array | { readonly start: number; readonly end: number }) =>
    typeof each === 'object' && 'start' in each
      ? Buffer.from(OLD).subarray(each.start, each.end)
      : Buffer.from(each)
  try {
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 12 }), (parts) => {
        const chunks = parts.map(
          (part): Chunk => (typeof part === 'object' && 'start' in part ? { ...part, descriptor } : part),
        )
        const path = join(folder, 'new')
        writeDisposableFile(path, chunks)
        const wanted = Buffer.concat(parts.map(bytesOf))
        expect(readFileSync(path).equals(wanted)).toBe(true)
        expect(sizeOf(chunks)).toBe(wanted.length)
      }),
      { numRuns: 60 },
    )
  } finally {
    closeSync(descriptor)
  }
})
