import { closeSync, createReadStream, openSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function isPacked(path: string): boolean {
  return path.endsWith('.gz')
}

/**
 * What a `.gz` holds, as an open file that has no name any more: whatever becomes of this process, nothing
 * of it stays. Undefined where the file can't be read to its end.
 */
export async function openUnpacked(path: string): Promise<number | undefined> {
  const name = join(tmpdir(), `varve-unpacked-${crypto.randomUUID()}`)
  const file = openSync(name, 'wx+', 0o600)
  unlinkSync(name)
  const { pipeline } = process.getBuiltinModule('node:stream/promises')
  const { createGunzip } = process.getBuiltinModule('node:zlib')
  try {
    await pipeline(createReadStream(path), createGunzip(), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) writeWhole(file, piece)
    })
    return file
  } catch {
    closeSync(file)
    return undefined
  }
}

function writeWhole(file: number, piece: Buffer): void {
  for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at)
}
