import { type Entry, type EntryWords, entryWords, type WordTotals } from '@varve/core'
import type { Connection } from './connection.ts'
import { type EntryBodyRow, parseEntry, SELECT_ENTRY_BODIES } from './entry-body.ts'
import { parseVarints } from './entry-lengths.ts'

// The words are made by the core, so that every store finds the same. To FTS5 they are runs without
// a space; `extras` holds what is no part of the order of words.
export const SEARCH_INDEX = `
CREATE VIRTUAL TABLE search USING fts5(
  title, body, tags, extras,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '_+#.'"
);
CREATE VIRTUAL TABLE search_words USING fts5vocab(search, row);
CREATE TABLE search_totals (entries INTEGER NOT NULL, title INTEGER NOT NULL, body INTEGER NOT NULL);
INSERT INTO search_totals VALUES (0, 0, 0);
CREATE TABLE search_vocabulary (word TEXT PRIMARY KEY) WITHOUT ROWID;
`

// FTS5 can list its words, but reads every list of entries for that. A word stays here when the last
// entry that had it is gone, until the next scrub: who corrects by it asks how many have it.
export const SEARCH_VOCABULARY = `
CREATE TABLE IF NOT EXISTS search_vocabulary (word TEXT PRIMARY KEY) WITHOUT ROWID;
INSERT OR IGNORE INTO search_vocabulary
  SELECT term FROM search_words WHERE term >= 'a' AND term < '{' AND term NOT GLOB '*[^a-z]*';
`

type Text = Pick<Entry, 'title' | 'summary' | 'content' | 'tags'>

/**
 * Puts an entry's text into the full-text index: what it says, never what it is filed under. `known`
 * are words that are in the vocabulary for certain; the entry's own join them.
 */
export function putIntoIndex(connection: Connection, n: number, entry: Text, known: Set<string>): void {
  const words = entryWords(entry)
  connection.run(
    'INSERT INTO search (rowid, title, body, tags, extras) VALUES (?, ?, ?, ?, ?)',
    n,
    words.title.stream.join(' '),
    words.body.stream.join(' '),
    words.tags.stream.join(' '),
    extrasOf(words),
  )
  addToVocabulary(connection, words, known)
  addToTotals(connection, 1, words.title.stream.length, words.body.stream.length)
}

export function dropFromIndex(connection: Connection, n: number): void {
  const lengths = columnLengths(connection, n)
  if (lengths === undefined) return
  connection.run('DELETE FROM search WHERE rowid = ?', n)
  addToTotals(connection, -1, -(lengths[0] ?? 0), -(lengths[1] ?? 0))
}

/** Whether two entries are the same to the index and to the table of tags. */
export function hasSameText(a: Text, b: Text): boolean {
  return (
    a.content === b.content &&
    a.title === b.title &&
    a.summary === b.summary &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, index) => tag === b.tags[index])
  )
}

const CHUNK = 1000

/** Fills an empty index from the entries. One that is damaged is left out. */
export function fillIndex(connection: Connection): void {
  const known = new Set<string>()
  for (let last = 0; ; ) {
    const rows = connection.tuples<EntryBodyRow>(
      `${SELECT_ENTRY_BODIES} WHERE entries.n > ? ORDER BY entries.n LIMIT ${CHUNK}`,
      last,
    )
    for (const row of rows) {
      const entry = parseEntry(row)
      if (entry !== undefined) putIntoIndex(connection, row[0], entry, known)
    }
    const end = rows.at(-1)
    if (end === undefined) return
    last = end[0]
  }
}

const LETTERS = /^[a-z]+$/

function addToVocabulary(
  connection: Connection,
  { title, body, tags }: EntryWords,
  known: Set<string>,
): void {
  const fresh: string[] = []
  const take = (word: string) => {
    if (known.has(word) || !LETTERS.test(word)) return
    known.add(word)
    fresh.push(word)
  }
  for (const { stream, extras } of [title, body, tags]) {
    for (const word of stream) take(word)
    for (const word of extras) take(word)
  }
  if (fresh.length === 0) return
  connection.run(
    'INSERT OR IGNORE INTO search_vocabulary SELECT value FROM json_each(?)',
    JSON.stringify(fresh),
  )
}

/** Forgets the words that no entry has any more. */
export function pruneVocabulary(connection: Connection): void {
  connection.run('DELETE FROM search_vocabulary WHERE word NOT IN (SELECT term FROM search_words)')
}

/** FTS5 keeps totals of its own, but doesn't take back what a deleted entry had. */
export function indexTotals(connection: Connection): WordTotals {
  const totals = connection.get<WordTotals>('SELECT entries, title, body FROM search_totals')
  return { entries: 0, title: 0, body: 0, ...totals }
}

function addToTotals(connection: Connection, entries: 1 | -1, title: number, body: number): void {
  connection.run(
    'UPDATE search_totals SET entries = entries + ?, title = title + ?, body = body + ? WHERE rowid = 1',
    entries,
    title,
    body,
  )
}

/** Numbers of words in the columns of an entry. */
function columnLengths(connection: Connection, n: number): readonly number[] | undefined {
  const row = connection.get<{ sizes: string }>('SELECT hex(sz) AS sizes FROM search_docsize WHERE id = ?', n)
  return row && parseVarints(row.sizes)
}

function extrasOf({ title, body, tags }: EntryWords): string {
  if (title.extras.size + body.extras.size + tags.extras.size === 0) return ''
  return [...new Set([...title.extras, ...body.extras, ...tags.extras])].join(' ')
}
