import { basename } from 'node:path'
import { VarveError } from '@varve/core'
import type { ImportSource } from '../../import/import-format.ts'
import type { ForeignDatabase, OperationContext } from '../context.ts'

/** Reads the database of linksee-memory as lines of JSON: a memory a line, with its entity. */
export function readLinkseeDatabase(context: OperationContext, path: string): ImportSource {
  const database = context.openForeign(path)
  try {
    if (!isLinksee(database)) {
      throw new VarveError('unknown_format', `${path}: no format takes this database`, {
        subjects: [path],
        fix: ['varve session import opencode'],
      })
    }
    const rows = database.all<object>(
      `SELECT memories.*, entities.name AS entity_name, entities.kind AS entity_kind,
              entities.canonical_key AS entity_key
       FROM memories JOIN entities ON entities.id = memories.entity_id ORDER BY memories.id`,
    )
    const text = rows.map((row) => JSON.stringify(row)).join('\n')
    return { root: path, trust: 'agent', files: [{ path: basename(path), bytes: Buffer.from(text) }] }
  } finally {
    database.close()
  }
}

function isLinksee(database: ForeignDatabase): boolean {
  const tables = database.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('memories', 'entities', 'consolidations')",
  )
  return tables.length === 3
}
