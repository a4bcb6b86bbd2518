import {
  by,
  byNumber,
  byText,
  type EntryId,
  inOrder,
  reversed,
  type VectorReads,
  type VectorWrites,
} from '@varve/core'
import type { Connection } from './connection.ts'
import { type Near, NearestOf } from './nearest-of.ts'

// Vectors of one embedder at a time, made unit length: then a cosine is a sum of products. Those of about
// a thousand entries lie in one row, a pack, because reading so many rows takes seconds. What is new lies
// loose until there is enough for a pack. Where a pack's entry is gone or says something else now, a
// 0 stands in its place. Numbers are in the byte order of the machine: a store is local.
export const VECTOR_TABLES = `
CREATE TABLE vector_packs (n INTEGER PRIMARY KEY, entries BLOB NOT NULL, vectors BLOB NOT NULL);
CREATE TABLE vector_places (entry INTEGER PRIMARY KEY, pack INTEGER NOT NULL);
CREATE TABLE vector_loose (entry INTEGER PRIMARY KEY, vector BLOB NOT NULL);
`

const PACK_SIZE = 1000
const GONE = 0

export function vectorReads(connection: Connection): VectorReads {
  return {
    unembedded: (embedder, limit) => listUnembedded(connection, embedder, limit),
    nearest: (embedder, vector, limit) =>
      connection.snapshot(() =>
        embedderOf(connection) === embedder ? findNearest(connection, vector, limit) : [],
      ),
  }
}

export function vectorWrites(connection: Connection): VectorWrites {
  return {
    putVectors(embedder, vectors) {
      if (embedderOf(connection) !== embedder) startAnew(connection, embedder)
      for (const [id, vector] of vectors) {
        const n = connection.get<{ n: number }>('SELECT n FROM entries WHERE id = ?', id)?.n
        if (n === undefined) continue
        dropVector(connection, n)
        putLoose(connection, n, bytesOf(unitVector(vector)))
      }
      while (countIn(connection, 'vector_loose') >= PACK_SIZE) packLoose(connection)
    },
  }
}

/** Forgets what an entry's text meant. */
export function dropVector(connection: Connection, n: number): void {
  if (connection.run('DELETE FROM vector_loose WHERE entry = ?', n) > 0) return
  const place = connection.get<{ pack: number }>('SELECT pack FROM vector_places WHERE entry = ?', n)
  if (place === undefined) return
  connection.run('DELETE FROM vector_places WHERE entry = ?', n)
  const pack = readPack(connection, place.pack)
  if (pack === undefined) return
  const entries = pack.entries.map((entry) => (entry === n ? GONE : entry))
  connection.run('UPDATE vector_packs SET entries = ? WHERE n = ?', bytesOf(entries), pack.n)
  if (entries.filter((entry) => entry !== GONE).length < PACK_SIZE / 2)
    unpack(connection, { ...pack, entries })
}

/** Leaves no vector of what is gone: it says something of the text that it was of. */
export function scrubVectors(connection: Connection): void {
  for (const pack of walkPacks(connection)) if (pack.entries.includes(GONE)) unpack(connection, pack)
}

function listUnembedded(connection: Connection, embedder: string, limit: number): readonly EntryId[] {
  const isOther = embedderOf(connection) !== embedder
  const kept = isOther ? 0 : countIn(connection, 'vector_places') + countIn(connection, 'vector_loose')
  if (kept === countIn(connection, 'entries')) return []
  const without = isOther
    ? ''
    : 'WHERE n NOT IN (SELECT entry FROM vector_places) AND n NOT IN (SELECT entry FROM vector_loose)'
  return connection
    .all<{ id: EntryId }>(`SELECT id FROM entries ${without} ORDER BY id LIMIT ?`, limit)
    .map(({ id }) => id)
}

interface Pack {
  readonly n: number
  readonly entries: Float64Array
  /** Those of the entries, one after the other. */
  readonly vectors: Float32Array
}

interface PackRow {
  readonly n: number
  readonly entries: Uint8Array
  readonly vectors: Uint8Array
}

const nearestFirst = inOrder<Near & { readonly id: EntryId }>(
  reversed(by(({ cosine }) => cosine, byNumber)),
  by(({ id }) => id, byText),
)

function findNearest(connection: Connection, vector: Float32Array, limit: number): readonly EntryId[] {
  const wanted = unitVector(vector)
  const best = new NearestOf(limit)
  for (const { entries, vectors } of walkPacks(connection)) addNear(best, wanted, entries, vectors)
  for (const { entry, vector: bytes } of connection.all<{ entry: number; vector: Uint8Array }>(
    'SELECT entry, vector FROM vector_loose',
  )) {
    addNear(best, wanted, [entry], floatsOf(bytes))
  }
  return best
    .list()
    .flatMap((near) => {
      const row = connection.get<{ id: EntryId }>('SELECT id FROM entries WHERE n = ?', near.n)
      return row === undefined ? [] : [{ ...near, id: row.id }]
    })
    .sort(nearestFirst)
    .slice(0, limit)
    .map(({ id }) => id)
}

function addNear(
  best: NearestOf,
  wanted: Float32Array,
  entries: ArrayLike<number>,
  vectors: Float32Array,
): void {
  const { length } = wanted
  if (vectors.length !== entries.length * length) return
  for (let index = 0; index < entries.length; index++) {
    const n = entries[index] ?? GONE
    if (n === GONE) continue
    const start = index * length
    let cosine = 0
    for (let place = 0; place < length; place++)
      cosine += (wanted[place] ?? 0) * (vectors[start + place] ?? 0)
    if (cosine > 0 && cosine >= best.least) best.add({ n, cosine })
  }
}

function* walkPacks(connection: Connection): Iterable<Pack> {
  for (let last = 0; ; ) {
    const row = connection.get<PackRow>('SELECT * FROM vector_packs WHERE n > ? ORDER BY n LIMIT 1', last)
    if (row === undefined) return
    yield parsePack(row)
    last = row.n
  }
}

function readPack(connection: Connection, n: number): Pack | undefined {
  const row = connection.get<PackRow>('SELECT * FROM vector_packs WHERE n = ?', n)
  return row && parsePack(row)
}

function parsePack({ n, entries, vectors }: PackRow): Pack {
  return { n, entries: new Float64Array(aligned(entries)), vectors: floatsOf(vectors) }
}

function packLoose(connection: Connection): void {
  const rows = connection.all<{ entry: number; vector: Uint8Array }>(
    'SELECT entry, vector FROM vector_loose ORDER BY entry LIMIT ?',
    PACK_SIZE,
  )
  const entries = Float64Array.from(rows, ({ entry }) => entry)
  const vectors = Buffer.concat(rows.map(({ vector }) => vector))
  const pack = connection.insert(
    'INSERT INTO vector_packs (entries, vectors) VALUES (?, ?)',
    bytesOf(entries),
    vectors,
  )
  for (const { entry } of rows) {
    connection.run('INSERT INTO vector_places (entry, pack) VALUES (?, ?)', entry, pack)
    connection.run('DELETE FROM vector_loose WHERE entry = ?', entry)
  }
}

/** Lays what is left of a pack loose again. */
function unpack(connection: Connection, { n, entries, vectors }: Pack): void {
  const length = entries.length === 0 ? 0 : vectors.length / entries.length
  for (const [index, entry] of entries.entries()) {
    if (entry === GONE) continue
    putLoose(connection, entry, bytesOf(vectors.subarray(index * length, (index + 1) * length)))
  }
  connection.run('DELETE FROM vector_places WHERE pack = ?', n)
  connection.run('DELETE FROM vector_packs WHERE n = ?', n)
}

function putLoose(connection: Connection, n: number, vector: Uint8Array): void {
  connection.run('INSERT OR REPLACE INTO vector_loose (entry, vector) VALUES (?, ?)', n, vector)
}

function startAnew(connection: Connection, embedder: string): void {
  for (const table of ['vector_packs', 'vector_places', 'vector_loose'])
    connection.run(`DELETE FROM ${table}`)
  connection.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('embedder', ?)", embedder)
}

function embedderOf(connection: Connection): string | undefined {
  return connection.get<{ value: string }>("SELECT value FROM meta WHERE name = 'embedder'")?.value
}

function countIn(connection: Connection, table: 'entries' | 'vector_places' | 'vector_loose'): number {
  return connection.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0
}

function unitVector(vector: Float32Array): Float32Array {
  let sum = 0
  for (const value of vector) sum += value * value
  return sum === 0 ? vector : vector.map((value) => value / Math.sqrt(sum))
}

function bytesOf(numbers: Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}

function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(aligned(bytes))
}

/** A buffer that begins where the bytes do, as views of numbers need it. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  return bytes.byteOffset === 0 &&
    bytes.byteLength === bytes.buffer.byteLength &&
    bytes.buffer instanceof ArrayBuffer
    ? bytes.buffer
    : new Uint8Array(bytes).buffer
}
