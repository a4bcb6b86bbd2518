import { sha256 } from '../../domain/sha256.ts'
import { UNKNOWN_SIZE } from '../model/part-tokens.ts'

/** What stands for an image in a window: its size, type and a mark that tells it from others; never its bytes. */
export interface ImageFacts {
  readonly text: string
  readonly tokens: number
}

const PIXELS_PER_TOKEN = 750

/** Describes an image of which the host holds the bytes in base64. */
export function imageOfBase64(data: string, mediaType: string | undefined): ImageFacts {
  const type = mediaType?.replace(/^image\//, '') ?? 'unknown'
  const size = sizeOf(headBytes(data))
  // Both ends and the length tell images apart; hashing all of each, on every call, would cost more than a pass.
  const mark = sha256(`${data.length}:${data.slice(0, 1024)}:${data.slice(-1024)}`).slice(0, 8)
  if (size === undefined) return { text: `image ${type} ${mark}`, tokens: UNKNOWN_SIZE }
  const tokens = Math.min(UNKNOWN_SIZE, Math.ceil((size.width * size.height) / PIXELS_PER_TOKEN))
  return { text: `image ${size.width}x${size.height} ${type} ${mark}`, tokens }
}

/** Describes an image that the host names by a URL (which may hold the bytes itself) or by a file id. */
export function imageOfReference(reference: string): ImageFacts {
  const data = /^data:([^;,]*)(?:;[^,]*)?;base64,/.exec(reference)
  if (data !== null) return imageOfBase64(reference.slice(data[0].length), data[1])
  return { text: `image ${reference}`, tokens: UNKNOWN_SIZE }
}

interface Size {
  readonly width: number
  readonly height: number
}

function sizeOf(bytes: readonly number[]): Size | undefined {
  const size = pngSize(bytes) ?? gifSize(bytes) ?? jpegSize(bytes)
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined
}

function pngSize(bytes: readonly number[]): Size | undefined {
  if (!startsWith(bytes, 0x89, 0x50, 0x4e, 0x47)) return undefined
  return {
    width: big16(bytes, 16) * 65536 + big16(bytes, 18),
    height: big16(bytes, 20) * 65536 + big16(bytes, 22),
  }
}

function gifSize(bytes: readonly number[]): Size | undefined {
  if (!startsWith(bytes, 0x47, 0x49, 0x46)) return undefined
  return { width: at(bytes, 6) + at(bytes, 7) * 256, height: at(bytes, 8) + at(bytes, 9) * 256 }
}

/** Walks over the segments of a JPEG to its frame header. */
function jpegSize(bytes: readonly number[]): Size | undefined {
  if (!startsWith(bytes, 0xff, 0xd8)) return undefined
  for (let start = 2; start + 9 < bytes.length && at(bytes, start) === 0xff; ) {
    const marker = at(bytes, start + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: big16(bytes, start + 7), height: big16(bytes, start + 5) }
    start += 2 + big16(bytes, start + 2)
  }
  return undefined
}

/** The first bytes of base64 text: a JPEG's frame header may stand behind a thumbnail, so some thousands. */
function headBytes(data: string): readonly number[] {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (let index = 0; index < Math.min(data.length, 16384); index++) {
    const value = BASE64.indexOf(data.charAt(index))
    if (value < 0) continue
    bits = ((bits << 6) | value) & 0xffffff
    held += 6
    if (held >= 8) {
      held -= 8
      bytes.push((bits >> held) & 0xff)
    }
  }
  return bytes
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function startsWith(bytes: readonly number[], ...marks: readonly number[]): boolean {
  return marks.every((mark, index) => bytes[index] === mark)
}

function at(bytes: readonly number[], index: number): number {
  return bytes[index] ?? 0
}

function big16(bytes: readonly number[], index: number): number {
  return at(bytes, index) * 256 + at(bytes, index + 1)
}
