import type { DatabaseReader } from './database-reader.ts'

/** The database of linksee-memory as lines of JSON: a memory a line, with its entity. */
export const readLinksee: DatabaseReader = {
  tables: ['memories', 'entities', 'consolidations'],
  read(database) {
    const rows = database.all<object>(
      `SELECT memories.*, entities.name AS entity_name, entities.kind AS entity_kind,
              entities.canonical_key AS entity_key
       FROM memories JOIN entities ON entities.id = memories.entity_id ORDER BY memories.id`,
    )
    return { text: rows.map((row) => JSON.stringify(row)).join('\n'), issues: [] }
  },
}
