/** UTF-8 bytes of a string. A lone surrogate becomes U+FFFD, as in TextEncoder. */
export function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3)
  return bytes.subarray(0, writeUtf8(text, bytes))
}

/** Writes the UTF-8 bytes of a string, of which there are three a UTF-16 unit at most; returns how many. */
export function writeUtf8(text: string, bytes: Uint8Array): number {
  let length = 0
  for (let index = 0; index < text.length; index++) {
    let code = text.charCodeAt(index)
    if (code < 0x80) {
      bytes[length++] = code
      continue
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      const low = text.charCodeAt(index + 1)
      const paired = code < 0xdc00 && low >= 0xdc00 && low <= 0xdfff
      if (paired) index++
      code = paired ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0xfffd
    }
    if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6)
    } else {
      if (code < 0x10000) {
        bytes[length++] = 0xe0 | (code >> 12)
      } else {
        bytes[length++] = 0xf0 | (code >> 18)
        bytes[length++] = 0x80 | ((code >> 12) & 0x3f)
      }
      bytes[length++] = 0x80 | ((code >> 6) & 0x3f)
    }
    bytes[length++] = 0x80 | (code & 0x3f)
  }
  return length
}

/** How many bytes the UTF-8 form of a string takes. */
export function utf8Length(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x80) continue
    // Two units of a pair make four bytes: two more than units, once; a lone one makes three.
    if (code < 0x800) length += 1
    else if (code >= 0xd800 && code < 0xdc00 && isLow(text.charCodeAt(index + 1))) {
      length += 2
      index++
    } else length += 2
  }
  return length
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

/** The longest beginning of a text of at most so many UTF-8 bytes; it never ends inside a character. */
export function cutUtf8(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text
  let left = bytes
  let end = 0
  for (const character of text) {
    left -= utf8Length(character)
    if (left < 0) return text.slice(0, end)
    end += character.length
  }
  return text
}
