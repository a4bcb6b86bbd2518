import { checkWritten, type WrittenInput } from './check-written.ts'
import type { Compressor } from './compressor.ts'

/** A compressor with the guard that judges what it writes: the engine takes no other. */
export interface GuardedCompressor extends Compressor {
  readonly check: (input: WrittenInput) => readonly string[]
}

/**
 * Puts the guard before a compressor. It is a part of its own, so that who compresses nothing by a model doesn't
 * carry the guard.
 */
export function guarded(compressor: Compressor): GuardedCompressor {
  return { name: compressor.name, compress: (request) => compressor.compress(request), check: checkWritten }
}
