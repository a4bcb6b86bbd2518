import { basename } from 'node:path'
import { type Issue, VarveError } from '@varve/core'
import type { ImportSource } from '../../import/import-format.ts'
import type { ForeignDatabase, OperationContext } from '../context.ts'
import type { DatabaseReader } from './database-reader.ts'
import { readClaudeMem } from './read-claude-mem.ts'
import { readLinksee } from './read-linksee.ts'

const READERS: readonly DatabaseReader[] = [readLinksee, readClaudeMem]

/** Reads the database of another memory, and writes nothing into it. */
export function readDatabase(
  context: OperationContext,
  path: string,
): { readonly source: ImportSource; readonly issues: readonly Issue[] } {
  const database = context.openForeign(path)
  try {
    const names = new Set(tablesOf(database))
    const reader = READERS.find(({ tables }) => tables.every((table) => names.has(table)))
    if (reader === undefined) {
      throw new VarveError('unknown_format', `${path}: no format takes this database`, {
        subjects: [path],
        fix: ['varve session import opencode'],
      })
    }
    const { text, issues } = reader.read(database, basename(context.place.top))
    const files = [{ path: basename(path), bytes: Buffer.from(text) }]
    return { source: { root: path, trust: 'agent', files }, issues }
  } finally {
    database.close()
  }
}

function tablesOf(database: ForeignDatabase): readonly string[] {
  return database
    .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .map(({ name }) => name)
}
