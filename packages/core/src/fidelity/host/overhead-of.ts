import { est2 } from '../../counters/est2.ts'
import { sha256 } from '../../domain/sha256.ts'
import type { Overhead } from '../model/message.ts'

/** How large what is sent beside the messages is, and a hash that changes when it does. */
export function overheadOf(pieces: readonly unknown[]): Overhead {
  const text = pieces
    .filter((piece) => piece !== undefined && piece !== null)
    .map((piece) => (typeof piece === 'string' ? piece : (JSON.stringify(piece) ?? '')))
    .join('\n')
  return known.get(text) ?? remember(text)
}

// The same prompt and tools come with every call of a session, and counting them takes longer than a pass.
const known = new Map<string, Overhead>()
const REMEMBERED = 8

function remember(text: string): Overhead {
  if (known.size >= REMEMBERED) known.clear()
  const overhead = { tokens: est2.count(text), hash: sha256(text) }
  known.set(text, overhead)
  return overhead
}
