import type { JsonObject } from '@varve/core'
import type { ImportSource } from '../import-format.ts'
import { peekRows } from '../json-lines.ts'
import { memberOf } from '../json-members.ts'

export function detect(source: ImportSource): readonly string[] {
  return source.files
    .filter((file) => {
      const rows = peekRows(file)
      return rows.length > 0 && rows.every(({ value }) => isMemory(value))
    })
    .map(({ path }) => path)
}

/** A row of `memories` with what `entities` says of its entity. */
export function isMemory(row: JsonObject): boolean {
  return ['entity_name', 'layer', 'content', 'last_accessed_at', 'access_count'].every(
    (name) => memberOf(row, name) !== undefined,
  )
}
