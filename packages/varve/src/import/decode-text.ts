import { TextDecoder } from 'node:util'

/** A file as text, its byte order mark included, so that the same bytes can be written again; undefined where it is no UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
