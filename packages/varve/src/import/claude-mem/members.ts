import { isAbsolute, win32 } from 'node:path'
import { type JsonObject, type Ref, sha256 } from '@varve/core'
import { instantMember, isExactInstant, memberOf, textMember, withoutMembers } from '../json-members.ts'

// Members that several tables of claude-mem have. Older versions named the ids of sessions otherwise.

/** The id that claude-mem gave a session. */
export function memorySession(row: JsonObject): string | undefined {
  return textMember(row, 'memory_session_id') ?? textMember(row, 'sdk_session_id')
}

/** The id that the agent gave it. */
export function agentSession(row: JsonObject): string | undefined {
  return textMember(row, 'content_session_id') ?? textMember(row, 'claude_session_id')
}

/**
 * `cm-12-1f2e3d4c`: the number that claude-mem shows, and what tells it from the same number on another
 * machine. Undefined where the row has no number.
 */
export function idOf(letter: string, row: JsonObject): string | undefined {
  const number = memberOf(row, 'id')
  if (typeof number !== 'number') return undefined
  const of = [memorySession(row) ?? '', memberOf(row, 'created_at_epoch') ?? '', letter].join('\n')
  return `cm-${letter}${number}-${sha256(of).slice(0, 8)}`
}

/** A list that is written as text, as SQLite keeps it; undefined where it is none of texts alone. */
export function listOf(row: JsonObject, name: string): readonly string[] | undefined {
  const value = memberOf(row, name)
  const list = typeof value === 'string' ? parseList(value) : value
  const isList = Array.isArray(list) && list.every((item) => typeof item === 'string')
  return isList ? (list as readonly string[]) : undefined
}

function parseList(text: string): unknown {
  try {
    return text.startsWith('[') ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** Files of the project. Of a file elsewhere on somebody's machine nothing could be checked: it stays in the row. */
export function refsOf(row: JsonObject, names: readonly string[]): readonly Ref[] {
  const paths = names.flatMap((name) => listOf(row, name) ?? [])
  const inside = paths.filter((path) => path.trim() !== '' && !isAbsolute(path) && !win32.isAbsolute(path))
  return [...new Set(inside)].map((path) => ({ path }))
}

const DATES = ['created_at_epoch', 'created_at', 'started_at_epoch', 'started_at']

export function createdOf(row: JsonObject): { readonly created?: number } {
  const created = DATES.map((name) => instantMember(row, name)).find((at) => at !== undefined)
  return created === undefined ? {} : { created }
}

/** The dates that `created` says all of. */
export function datesTaken(row: JsonObject): readonly string[] {
  const { created } = createdOf(row)
  return DATES.filter((name) => isExactInstant(row, name) && instantMember(row, name) === created)
}

/** What of a row becomes no field, beside what most tables have and what is named here. */
export function restOf(row: JsonObject, taken: readonly string[]): JsonObject {
  return withoutNulls(withoutMembers(row, [...TAKEN, ...datesTaken(row), ...taken]))
}

export function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))
}

/** Members of most tables that become fields, or say how well a row answered the question of the export. */
const TAKEN = ['project', 'rank', 'score']

export function projectOf(row: JsonObject): JsonObject {
  const project = textMember(row, 'project')
  return project === undefined ? {} : { project }
}
