import type { JsonObject } from '@varve/core'
import { memberOf } from '../json-members.ts'

/** `{name, entityType, observations}`, with or without `type: "entity"`. */
export function isEntity(row: JsonObject): boolean {
  return typeof memberOf(row, 'name') === 'string' && Array.isArray(memberOf(row, 'observations'))
}

/** `{from, to, relationType}`, with or without `type: "relation"`. */
export function isRelation(row: JsonObject): boolean {
  return ['from', 'to', 'relationType'].every((name) => typeof memberOf(row, name) === 'string')
}
