import { createHash, timingSafeEqual } from 'node:crypto'

/** Takes equally long wherever the two differ. */
export function isSameToken(a: string, b: string): boolean {
  return timingSafeEqual(digestOf(a), digestOf(b))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
