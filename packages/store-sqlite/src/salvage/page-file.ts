import { existsSync, readFileSync } from 'node:fs'

/**
 * The pages of a database file with those of its log laid over them, read without SQLite, which opens
 * no file whose first page is broken. By the file format: https://www.sqlite.org/fileformat2.html
 */
export interface PageFile {
  readonly pageBytes: number
  /** The greatest page number. */
  readonly count: number
  /** By number, from 1. Undefined where the file ends before it. */
  page(number: number): Buffer | undefined
}

const DEFAULT_PAGE_BYTES = 4096
const PAGE_BYTES_AT = 16
const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

export function readPageFile(path: string): PageFile {
  const bytes = readFileSync(path)
  const pageBytes = pageBytesOf(bytes)
  const logged = existsSync(`${path}-wal`) ? readLog(readFileSync(`${path}-wal`), pageBytes) : new Map()
  const inFile = Math.floor(bytes.length / pageBytes)
  return {
    pageBytes,
    count: Math.max(inFile, ...logged.keys()),
    page(number) {
      const start = (number - 1) * pageBytes
      return logged.get(number) ?? (number <= inFile ? bytes.subarray(start, start + pageBytes) : undefined)
    },
  }
}

function pageBytesOf(bytes: Buffer): number {
  if (bytes.length < PAGE_BYTES_AT + 2) return DEFAULT_PAGE_BYTES
  const stated = bytes.readUInt16BE(PAGE_BYTES_AT)
  const isPowerOfTwo = stated >= 512 && (stated & (stated - 1)) === 0
  if (isPowerOfTwo) return stated
  return stated === 1 ? 65_536 : DEFAULT_PAGE_BYTES
}

/** The pages that whole transactions wrote to the log, the latest of each. */
function readLog(log: Buffer, pageBytes: number): ReadonlyMap<number, Buffer> {
  const committed = new Map<number, Buffer>()
  const open = new Map<number, Buffer>()
  const frameBytes = FRAME_HEADER_BYTES + pageBytes
  for (let at = LOG_HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    // Frames of an earlier round of the log carry other salts.
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0) break
    open.set(log.readUInt32BE(at), log.subarray(at + FRAME_HEADER_BYTES, at + frameBytes))
    if (log.readUInt32BE(at + 4) === 0) continue
    for (const [number, page] of open) committed.set(number, page)
    open.clear()
  }
  return committed
}
