import { isJsonObject, type JsonObject } from '@varve/core'
import { memberOf, textMember } from '../json-members.ts'

/** Members that say of an object with an id and a memory that it is mem0's. Its TypeScript writes the second of a pair. */
const MARKS = [
  'hash',
  'metadata',
  'categories',
  'score',
  'created_at',
  'createdAt',
  'updated_at',
  'updatedAt',
  'user_id',
  'userId',
  'agent_id',
  'agentId',
  'run_id',
  'runId',
]

/** A memory as `get_all` and `search` give it. */
export function isMemory(row: unknown): row is JsonObject {
  if (!isJsonObject(row)) return false
  const isNamed = textMember(row, 'id') !== undefined && textMember(row, 'memory') !== undefined
  return isNamed && MARKS.some((name) => memberOf(row, name) !== undefined)
}

/** A memory of OpenMemory’s backup, as a row of its `memories.jsonl`. */
export function isBackupRow(row: JsonObject): boolean {
  return (
    ['id', 'content', 'state'].every((name) => textMember(row, name) !== undefined) &&
    ['metadata', 'app', 'categories'].every((name) => memberOf(row, name) !== undefined)
  )
}

/** OpenMemory’s backup as one document. */
export function isBackup(value: JsonObject): boolean {
  return (
    isJsonObject(memberOf(value, 'export_meta')) &&
    ['memories', 'apps', 'categories'].every((name) => Array.isArray(memberOf(value, name)))
  )
}

/** An edge of mem0’s graph: between names, not between memories. */
export function isRelation(row: JsonObject): boolean {
  return ['source', 'relationship'].every((name) => textMember(row, name) !== undefined) && !!targetOf(row)
}

/** `get_all` and `search` name it differently. */
export function targetOf(relation: JsonObject): string | undefined {
  return textMember(relation, 'target') ?? textMember(relation, 'destination')
}
