import { DatabaseSync } from 'node:sqlite'
import { type EntryId, openView } from '../../packages/core/src/index.ts'
import { searchEntries } from '../../packages/core/src/recall/index.ts'
import { buildEntry, buildRow, createMemoryStore } from '../../packages/core/src/testing/index.ts'
import type { Nearest } from './embed-dialogue.ts'
import type { Dialogue, Question } from './locomo.ts'

/** One way to search: ids of turns, best first. */
export interface Searcher {
  readonly name: string
  readonly find: (question: Question) => readonly string[]
}

const LIMIT = 20

/** Varve by words; with vectors also by meaning alone, and by both. */
export async function openVarve(
  { turns }: Dialogue,
  nearest: Nearest | undefined,
): Promise<readonly Searcher[]> {
  const store = createMemoryStore()
  store.transact('load', (writer) => {
    for (const { id, text, at } of turns) {
      const entry = buildEntry(id, { content: text, created: at, recorded: at })
      writer.putEntry(entry, buildRow(entry))
    }
  })
  const view = openView(store, [])
  const now = Math.max(...turns.map(({ at }) => at))
  const search = (text: string, near?: readonly string[]) =>
    searchEntries(store, view, {
      text,
      now,
      limit: LIMIT,
      ...(near !== undefined && { nearest: near as readonly EntryId[] }),
    }).items.map(({ entry }) => entry.id)
  return [
    { name: 'Varve, by words', find: ({ text }) => search(text) },
    ...(nearest === undefined
      ? []
      : [
          {
            name: 'Varve, by words and USE-lite',
            find: (question: Question) => search(question.text, nearest(question)),
          },
          { name: 'USE-lite alone', find: (question: Question) => nearest(question).slice(0, LIMIT) },
        ]),
  ]
}

/** FTS5 with its own bm25 and stemmer, any of the words. */
export function openFts5({ turns }: Dialogue): Searcher {
  const database = new DatabaseSync(':memory:')
  database.exec("CREATE VIRTUAL TABLE turns USING fts5(body, tokenize = 'porter unicode61')")
  const insert = database.prepare('INSERT INTO turns (rowid, body) VALUES (?, ?)')
  for (const [index, { text }] of turns.entries()) insert.run(index, text)
  const select = database.prepare('SELECT rowid AS n FROM turns WHERE turns MATCH ? ORDER BY rank LIMIT ?')
  return {
    name: 'FTS5, bm25',
    find({ text }) {
      const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
      const query = [...words].map((word) => `"${word}"`).join(' OR ')
      return select.all(query, LIMIT).map(({ n }) => turns[Number(n)]?.id ?? '')
    },
  }
}

interface MiniSearchLike {
  addAll(documents: readonly object[]): void
  search(text: string): readonly { readonly id: string }[]
}

/** MiniSearch as it comes. */
export function openMiniSearch({ turns }: Dialogue, loaded: unknown): Searcher {
  const MiniSearch = loaded as new (options: object) => MiniSearchLike
  const index = new MiniSearch({ fields: ['text'] })
  index.addAll(turns.map(({ id, text }) => ({ id, text })))
  return {
    name: 'minisearch',
    find: ({ text }) =>
      index
        .search(text)
        .slice(0, LIMIT)
        .map(({ id }) => id),
  }
}

/** The whole query as a part of the text, whatever its case. */
export function openSubstring({ turns }: Dialogue): Searcher {
  return {
    name: 'server-memory, substring',
    find({ text: query }) {
      const wanted = query.toLowerCase()
      return turns.filter(({ text }) => text.toLowerCase().includes(wanted)).map(({ id }) => id)
    },
  }
}
