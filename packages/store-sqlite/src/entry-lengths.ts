import type { Connection } from './connection.ts'

/** Numbers of words in the columns of the index. */
export interface ColumnLengths {
  readonly title: number
  readonly body: number
  /** Of all columns. */
  readonly all: number
}

// Read a range of entries at a time: one by one they cost ten times as much.
const RANGE = 1024
const COLUMNS = 3

// FTS5 keeps them at seven bits a byte. All of a range cross as two texts, the quickest way.
const READ = `SELECT json_group_array(id) AS ids, json_group_array(hex(sz)) AS sizes
  FROM search_docsize WHERE id BETWEEN ? AND ?`

/** How many words entries have, by their numbers, once a range of them was asked for. */
export class EntryLengths {
  readonly #connection: Connection
  readonly #ranges = new Map<number, Uint32Array>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  of(n: number): ColumnLengths {
    const [lengths, at] = this.#find(n)
    return { title: lengths[at] ?? 0, body: lengths[at + 1] ?? 0, all: lengths[at + 2] ?? 0 }
  }

  /** Of all columns. */
  allOf(n: number): number {
    const [lengths, at] = this.#find(n)
    return lengths[at + 2] ?? 0
  }

  set(n: number, { title, body, all }: ColumnLengths): void {
    this.#ranges.get(Math.floor(n / RANGE))?.set([title, body, all], (n % RANGE) * COLUMNS)
  }

  clear(): void {
    this.#ranges.clear()
  }

  #find(n: number): readonly [lengths: Uint32Array, at: number] {
    const range = Math.floor(n / RANGE)
    let lengths = this.#ranges.get(range)
    if (lengths === undefined) {
      lengths = readLengths(this.#connection, range * RANGE)
      this.#ranges.set(range, lengths)
    }
    return [lengths, (n % RANGE) * COLUMNS]
  }
}

function readLengths(connection: Connection, start: number): Uint32Array {
  const lengths = new Uint32Array(RANGE * COLUMNS)
  const row = connection.get<{ ids: string; sizes: string }>(READ, start, start + RANGE - 1)
  const ids = JSON.parse(row?.ids ?? '[]') as readonly number[]
  const sizes = JSON.parse(row?.sizes ?? '[]') as readonly string[]
  for (const [index, n] of ids.entries()) {
    const columns = parseVarints(sizes[index] ?? '')
    const all = columns.reduce((sum, length) => sum + length, 0)
    lengths.set([columns[0] ?? 0, columns[1] ?? 0, all], (n - start) * COLUMNS)
  }
  return lengths
}

/** Numbers as SQLite writes them, from their bytes in hexadecimal: seven bits a byte, the highest first. */
export function parseVarints(hex: string): readonly number[] {
  const numbers: number[] = []
  let number = 0
  for (let at = 0; at < hex.length; at += 2) {
    const byte = Number.parseInt(hex.slice(at, at + 2), 16)
    number = number * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0
  }
  return numbers
}
