import { StringDecoder } from 'node:string_decoder'
import { clearLargeTexts } from '../heap/old-heap.ts'

const PIECE = 2 ** 20
/** From so much on its garbage is worth a look at the whole heap. */
export const LARGE = 8 * 2 ** 20

/**
 * The bytes of a line of JSON that isn't ended yet. They lie in memory that grows where it is and is given back at once:
 * of a line of 64 MB there is never more than these bytes and its text, whatever the garbage collector does.
 */
export class HeldLine {
  readonly #most: number
  #memory: ArrayBuffer | undefined
  #length = 0

  /** `most` bytes can be held, and a piece more. */
  constructor(most: number) {
    this.#most = most
  }

  get length(): number {
    return this.#length
  }

  append(bytes: Buffer): void {
    this.#memory ??= new ArrayBuffer(0, { maxByteLength: this.#most })
    const end = this.#length + bytes.length
    if (end > this.#memory.byteLength)
      this.#memory.resize(Math.min(this.#most, Math.max(end, 2 * this.#length)))
    new Uint8Array(this.#memory).set(bytes, this.#length)
    this.#length = end
  }

  /** What is held, as text; then nothing is. */
  take(): string {
    const text = decode(Buffer.from(this.#memory ?? new ArrayBuffer(0), 0, this.#length))
    const isLarge = this.#length > LARGE
    this.drop()
    if (isLarge) clearLargeTexts()
    return text
  }

  drop(): void {
    this.#memory?.resize(0)
    this.#length = 0
  }
}

/** By itself, so that none of the pieces is in use any more when it is done. */
function decode(bytes: Buffer): string {
  const decoder = new StringDecoder('utf8')
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE) {
    pieces.push(spellFew(decoder.write(bytes.subarray(at, at + PIECE))))
  }
  pieces.push(decoder.end())
  return pieces.join('')
}

const WIDE = /[^\0-\xff]/g
const ESCAPE_LENGTH = '\\u0000'.length

/**
 * JSON with escapes for the few letters in it that aren't Latin: it means the same, and one such letter makes the
 * whole line twice as large. Where there are many, they are shorter as they are.
 */
function spellFew(json: string): string {
  const wide = json.match(WIDE)?.length ?? 0
  if (wide === 0 || wide * ESCAPE_LENGTH > json.length) return json
  const spelt = json.replace(WIDE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  // What is replaced in a text of wide letters stays one, until it is made afresh.
  return Buffer.from(spelt, 'latin1').toString('latin1')
}
