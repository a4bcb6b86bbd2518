import type { JsonObject } from '@varve/core'
import { textMember } from '../json-members.ts'

/** A row of `issues.jsonl`. */
export function isIssue(row: JsonObject): boolean {
  return hasTexts(row, ['id', 'title', 'issue_type', 'status'])
}

/** A row of `interactions.jsonl`. */
export function isInteraction(row: JsonObject): boolean {
  return hasTexts(row, ['id', 'kind', 'issue_id'])
}

function hasTexts(row: JsonObject, names: readonly string[]): boolean {
  return names.every((name) => textMember(row, name) !== undefined)
}
