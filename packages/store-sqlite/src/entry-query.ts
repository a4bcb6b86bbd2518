import type { EntryQuery, EntrySort } from '@varve/core'

export interface EntrySelection {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

const ORDERS: Readonly<Record<EntrySort, string>> = {
  id: 'id',
  newest: 'at DESC, id',
  created: 'created DESC, id',
  updated: 'updated DESC, id',
  value: 'coalesce(value, 50) DESC, id',
}

const HAS_TAG = 'EXISTS (SELECT 1 FROM entry_tags WHERE tag = ? AND entry_tags.n = entries.n)'

/** As the index `entries_flagged` says it. */
export const HAS_FLAGS = `instr(marks, '"kind":') > 0`

/**
 * The statement that selects the numbers `n` of the entries that a query asks for, in its order.
 * With a rare tag its few entries are looked up and sorted; else an index is walked in the order
 * asked for, so that the first hundred cost the same in a store of any size.
 */
export function selectEntries(query: EntryQuery, isTagRare: boolean): EntrySelection {
  const { conditions, values } = filters(query, isTagRare)
  const filter = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  return {
    sql: `SELECT entries.n AS n FROM ${source(query, isTagRare)} ${filter}
      ORDER BY ${ORDERS[query.sort ?? 'id']} LIMIT ? OFFSET ?`,
    values: [...values, query.limit ?? -1, query.offset ?? 0],
  }
}

/** Named, because without statistics SQLite prefers to sort everything that a narrow index holds. */
function source(query: EntryQuery, isTagRare: boolean): string {
  if (query.tag !== undefined && isTagRare) return 'entry_tags CROSS JOIN entries ON entries.n = entry_tags.n'
  if (query.scopes !== undefined && !query.scopes.includes('project')) {
    return 'entries INDEXED BY entries_scope'
  }
  if (query.pinned === true) return 'entries INDEXED BY entries_pinned'
  if (query.flag !== undefined) return 'entries INDEXED BY entries_flagged'
  const sort = query.sort ?? 'id'
  if (sort === 'id') {
    return query.visibility === 'hidden'
      ? 'entries INDEXED BY entries_hidden'
      : 'entries INDEXED BY entries_id'
  }
  return sort === 'newest' && query.visibility !== 'all' ? 'entries INDEXED BY entries_newest' : 'entries'
}

function filters(
  query: EntryQuery,
  isTagRare: boolean,
): {
  readonly conditions: readonly string[]
  readonly values: readonly (string | number)[]
} {
  const conditions: string[] = []
  const values: (string | number)[] = []
  const where = (condition: string, ...given: readonly (string | number)[]) => {
    conditions.push(condition)
    values.push(...given)
  }
  if (query.visibility !== 'all') where(`hidden = ${query.visibility === 'hidden' ? 1 : 0}`)
  if (query.scopes !== undefined) {
    // Said once more where it holds, so that the index of the few entries elsewhere can serve.
    if (!query.scopes.includes('project')) where("scope <> 'project'")
    where('scope IN (SELECT value FROM json_each(?))', JSON.stringify(query.scopes))
  }
  if (query.category !== undefined) where('category = ?', query.category)
  if (query.type !== undefined) where('type = ?', query.type)
  if (query.tag !== undefined) where(isTagRare ? 'tag = ?' : HAS_TAG, query.tag)
  if (query.pinned === true) where('pinned = 1')
  if (query.confidences !== undefined)
    where('confidence IN (SELECT value FROM json_each(?))', JSON.stringify(query.confidences))
  if (query.flag !== undefined) {
    // The first says once more what the index of the few flagged entries says; flags stand in the marks.
    where(HAS_FLAGS)
    where('instr(marks, ?) > 0', `"kind":"${query.flag}"`)
  }
  if (query.assertedBefore !== undefined) where('at < ?', query.assertedBefore)
  if (query.assertedSince !== undefined) where('at >= ?', query.assertedSince)
  if (query.ids !== undefined) where('id IN (SELECT value FROM json_each(?))', JSON.stringify(query.ids))
  if (query.exclude !== undefined) {
    where('id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(query.exclude))
  }
  return { conditions, values }
}
