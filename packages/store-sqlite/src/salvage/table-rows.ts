import type { PageFile } from './page-file.ts'

export type Value = null | number | string | Buffer

export interface TableRow {
  readonly rowid: number
  readonly values: readonly Value[]
}

const LEAF = 0x0d
const INTERIOR = 0x05
const FIRST_PAGE_HEADER_BYTES = 100
const LEAF_HEADER_BYTES = 8
const DEEPEST_TREE = 40

/** The rows of every leaf that can be read, whatever tree it belongs to; a broken cell is passed over. */
export function* walkRows(file: PageFile): Iterable<TableRow> {
  for (let number = 1; number <= file.count; number++) yield* leafRows(file, number)
}

/** The last row of a table, or `none`: undefined where the way to its last leaf is broken. */
export function lastRow(file: PageFile, root: number): TableRow | 'none' | undefined {
  let number = root
  for (let depth = 0; depth < DEEPEST_TREE; depth++) {
    const page = file.page(number)
    const start = headerStart(number)
    const kind = page?.[start]
    if (page === undefined || (kind !== LEAF && kind !== INTERIOR)) return undefined
    if (kind === LEAF) return page.readUInt16BE(start + 3) === 0 ? 'none' : leafRows(file, number).at(-1)
    number = page.readUInt32BE(start + 8)
  }
  return undefined
}

function leafRows(file: PageFile, number: number): readonly TableRow[] {
  const page = file.page(number)
  const start = headerStart(number)
  if (page?.[start] !== LEAF) return []
  const cells = Math.min(page.readUInt16BE(start + 3), (file.pageBytes - LEAF_HEADER_BYTES) / 2)
  const rows: TableRow[] = []
  for (let index = 0; index < cells; index++) {
    try {
      rows.push(readCell(file, page, page.readUInt16BE(start + LEAF_HEADER_BYTES + index * 2)))
    } catch {
      // Offsets that lead out of the page: this cell is lost, the next one has an offset of its own.
    }
  }
  return rows
}

function headerStart(number: number): number {
  return number === 1 ? FIRST_PAGE_HEADER_BYTES : 0
}

function readCell(file: PageFile, page: Buffer, at: number): TableRow {
  const [length, afterLength] = readVarint(page, at)
  const [rowid, start] = readVarint(page, afterLength)
  return { rowid, values: readValues(readPayload(file, page, start, length)) }
}

/** What doesn't fit into the page goes on in a chain of others. */
function readPayload(file: PageFile, page: Buffer, start: number, length: number): Buffer {
  const usable = file.pageBytes
  if (length <= usable - 35) return part(page, start, length)
  // A broken length must not send us round and round a chain that leads back to itself.
  if (length > file.count * usable) throw new RangeError('a value is longer than its file')
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const fitting = least + ((length - least) % (usable - 4))
  const local = fitting <= usable - 35 ? fitting : least
  const parts = [part(page, start, local)]
  let next = page.readUInt32BE(start + local)
  for (let left = length - local; left > 0; left -= usable - 4) {
    const further = file.page(next)
    if (further === undefined) throw new RangeError('a page of the chain is missing')
    parts.push(part(further, 4, Math.min(left, usable - 4)))
    next = further.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

function readValues(payload: Buffer): readonly Value[] {
  const [headerBytes, first] = readVarint(payload, 0)
  const values: Value[] = []
  let body = headerBytes
  for (let at = first; at < headerBytes; ) {
    const [type, next] = readVarint(payload, at)
    const bytes = valueBytes(type)
    values.push(readValue(type, part(payload, body, bytes)))
    body += bytes
    at = next
  }
  return values
}

const FIXED_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0] as const

function valueBytes(type: number): number {
  return FIXED_BYTES[type] ?? Math.floor((type - 12) / 2)
}

function readValue(type: number, bytes: Buffer): Value {
  if (type === 0) return null
  if (type <= 5) return bytes.readIntBE(0, bytes.length)
  if (type === 6) return Number(bytes.readBigInt64BE())
  if (type === 7) return bytes.readDoubleBE()
  if (type <= 9) return type - 8
  return type % 2 === 0 ? bytes : bytes.toString('utf8')
}

function part(bytes: Buffer, start: number, length: number): Buffer {
  if (start + length > bytes.length) throw new RangeError('a value leads out of its page')
  return bytes.subarray(start, start + length)
}

/** One to nine bytes, seven bits each, the ninth whole. */
function readVarint(bytes: Buffer, start: number): readonly [value: number, next: number] {
  let value = 0
  for (let index = 0; index < 9; index++) {
    const byte = bytes.readUInt8(start + index)
    if (index === 8) return [value * 256 + byte, start + 9]
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, start + index + 1]
  }
  return [value, start + 9]
}
