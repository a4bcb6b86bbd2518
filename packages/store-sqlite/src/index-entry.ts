import type { Entry } from '@varve/core'
import type { Connection } from './connection.ts'
import { searchText } from './search-text.ts'

type Text = Pick<Entry, 'title' | 'summary' | 'content' | 'tags'>

/** Puts an entry's text into the full-text index: what it says, never what it is filed under. */
export function putIntoIndex(connection: Connection, n: number, entry: Text): void {
  const title = searchText(entry.title ?? '')
  const body = searchText(entry.summary === undefined ? entry.content : `${entry.summary}\n${entry.content}`)
  const tags = searchText(entry.tags.join(' '))
  connection.run(
    'INSERT INTO search (rowid, title, body, tags, parts, cjk) VALUES (?, ?, ?, ?, ?, ?)',
    n,
    title.words,
    body.words,
    tags.words,
    unite(title.parts, body.parts, tags.parts),
    unite(title.cjk, body.cjk, tags.cjk),
  )
}

export function dropFromIndex(connection: Connection, n: number): void {
  connection.run('DELETE FROM search WHERE rowid = ?', n)
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

function unite(...sets: readonly ReadonlySet<string>[]): string {
  const [first, ...rest] = sets.filter((set) => set.size > 0)
  if (first === undefined) return ''
  return [...(rest.length === 0 ? first : new Set(sets.flatMap((set) => [...set])))].join(' ')
}
