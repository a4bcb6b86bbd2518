import {
  type EntryId,
  type GraphReads,
  type GraphWrites,
  type LineageEdge,
  type Link,
  lineageOrder,
  linkOrder,
} from '@varve/core'
import type { Connection } from './connection.ts'
import { parseBodies } from './stored-json.ts'

// Sorted here and not in SQL: SQLite compares bytes, and types may hold any character.

type LinkRow = readonly [from: EntryId, type: string, to: EntryId, source: Link['source']]

const SELECT_LINKS = 'SELECT source_id, type, target_id, source FROM links'
const LINK_CHUNK = 5000

export function graphReads(connection: Connection): GraphReads {
  return {
    lineage({ top, under, touching }) {
      if (touching !== undefined) return lineageTouching(connection, touching)
      const { filter, values } = ends({ top, under })
      const rows = connection.all<{ body: string }>(`SELECT body FROM lineage ${filter}`, ...values)
      return parseBodies<LineageEdge>(rows).sort(lineageOrder)
    },
    links({ from, to, touching }) {
      if (touching !== undefined) return linksTouching(connection, touching)
      if (from === undefined && to === undefined) return allLinks(connection)
      const { filter, values } = ends({ source_id: from, target_id: to })
      const rows = connection.tuples<LinkRow>(`${SELECT_LINKS} ${filter}`, ...values)
      return rows.map(linkOf).sort(linkOrder)
    },
  }
}

function lineageTouching(connection: Connection, touching: Iterable<EntryId>): readonly LineageEdge[] {
  const ids = JSON.stringify([...touching])
  const rows = connection.all<{ body: string }>(
    `SELECT body FROM lineage WHERE top IN (SELECT value FROM json_each(?))
     UNION SELECT body FROM lineage WHERE under IN (SELECT value FROM json_each(?))`,
    ids,
    ids,
  )
  return parseBodies<LineageEdge>(rows).sort(lineageOrder)
}

function linksTouching(connection: Connection, touching: Iterable<EntryId>): readonly Link[] {
  const ids = JSON.stringify([...touching])
  const rows = connection.tuples<LinkRow>(
    `${SELECT_LINKS} WHERE source_id IN (SELECT value FROM json_each(?))
     UNION ${SELECT_LINKS} WHERE target_id IN (SELECT value FROM json_each(?))`,
    ids,
    ids,
  )
  return rows.map(linkOf).sort(linkOrder)
}

/** All of them, each id and type held once: read by themselves, a million ends take five times the room. */
function allLinks(connection: Connection): readonly Link[] {
  const known = new Map<string, string>()
  const once = <T extends string>(text: T): T => {
    const same = known.get(text)
    if (same === undefined) known.set(text, text)
    return (same ?? text) as T
  }
  const links: Link[] = []
  for (let last: LinkRow | undefined; ; ) {
    const after = last === undefined ? '' : 'WHERE (source_id, type, target_id, source) > (?, ?, ?, ?)'
    const rows = connection.tuples<LinkRow>(
      `${SELECT_LINKS} ${after} ORDER BY source_id, type, target_id, source LIMIT ${LINK_CHUNK}`,
      ...(last ?? []),
    )
    for (const [from, type, to, source] of rows) {
      links.push({ from: once(from), to: once(to), type: once(type), source: once(source) })
    }
    last = rows.at(-1)
    if (last === undefined) return links.sort(linkOrder)
  }
}

function linkOf([from, type, to, source]: LinkRow): Link {
  return { from, to, type, source }
}

export function graphWrites(connection: Connection): GraphWrites {
  return {
    putLineage(edge) {
      connection.run(
        'INSERT OR REPLACE INTO lineage (kind, top, under, body) VALUES (?, ?, ?, ?)',
        edge.kind,
        edge.top,
        edge.under,
        JSON.stringify(edge),
      )
    },
    dropLineage({ kind, top, under }) {
      connection.run('DELETE FROM lineage WHERE kind = ? AND top = ? AND under = ?', kind, top, under)
    },
    putLink({ from, type, to, source }) {
      connection.run(
        'INSERT OR REPLACE INTO links (source_id, type, target_id, source) VALUES (?, ?, ?, ?)',
        from,
        type,
        to,
        source,
      )
    },
    dropLink({ from, type, to, source }) {
      connection.run(
        'DELETE FROM links WHERE source_id = ? AND type = ? AND target_id = ? AND source = ?',
        from,
        type,
        to,
        source,
      )
    },
  }
}

/** A filter by those of the columns that have a value. */
function ends(columns: Readonly<Record<string, EntryId | undefined>>): {
  readonly filter: string
  readonly values: readonly EntryId[]
} {
  const conditions: string[] = []
  const values: EntryId[] = []
  for (const [column, value] of Object.entries(columns)) {
    if (value === undefined) continue
    conditions.push(`${column} = ?`)
    values.push(value)
  }
  return { filter: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values }
}
