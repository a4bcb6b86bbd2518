const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENS = new Set([0x7b, 0x5b])
const CLOSES = new Set([0x7d, 0x5d])
const COLON = 0x3a
const COMMA = 0x2c
/** No id of a request is longer. */
const MOST_ID_BYTES = 256

/**
 * Finds the `id` of a request that is too long to be kept: reads its bytes once, as they come, and keeps
 * only what stands at the top of the object.
 */
export class IdScanner {
  #depth = 0
  #inString = false
  #escaped = false
  #key = ''
  #isValue = false
  #text: number[] = []
  #id: string | number | undefined

  read(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      at = this.#skip(bytes, at)
      if (at < bytes.length) this.#take(bytes[at] ?? 0)
    }
  }

  /** Nearly all of such a request is one text deep inside: of that, only its end counts. */
  #skip(bytes: Uint8Array, from: number): number {
    if (!this.#inString || this.#escaped || this.#depth === 1) return from
    let at = from
    while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at += 1
    return at
  }

  /** Undefined where the bytes were no request. */
  id(): string | number | undefined {
    return this.#id
  }

  #take(byte: number): void {
    if (this.#inString) {
      this.#takeInString(byte)
      return
    }
    if (byte === QUOTE) {
      this.#inString = true
      this.#keep(byte)
    } else if (OPENS.has(byte)) {
      this.#depth += 1
    } else if (CLOSES.has(byte)) {
      if (this.#depth === 1) this.#endMember()
      this.#depth -= 1
    } else if (this.#depth === 1 && byte === COLON) {
      this.#key = this.#end()
      this.#isValue = true
    } else if (this.#depth === 1 && byte === COMMA) {
      this.#endMember()
    } else if (byte > 0x20) {
      this.#keep(byte)
    }
  }

  #takeInString(byte: number): void {
    this.#keep(byte)
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) this.#inString = false
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#text.length < MOST_ID_BYTES) this.#text.push(byte)
  }

  #end(): string {
    const text = Buffer.from(this.#text).toString('utf8')
    this.#text = []
    return text
  }

  #endMember(): void {
    const text = this.#end()
    if (this.#isValue && this.#key === '"id"') this.#id = parseId(text)
    this.#isValue = false
  }
}

function parseId(text: string): string | number | undefined {
  try {
    const id: unknown = JSON.parse(text)
    return typeof id === 'string' || typeof id === 'number' ? id : undefined
  } catch {
    return undefined
  }
}
