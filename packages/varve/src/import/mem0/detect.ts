import { isJsonObject, type Json } from '@varve/core'
import type { ImportSource, SourceFile } from '../import-format.ts'
import { peekDocument } from '../json-document.ts'
import { peekRows } from '../json-lines.ts'
import { memberOf } from '../json-members.ts'
import { isBackup, isBackupRow, isMemory } from './mem0-row.ts'

export function detect(source: ImportSource): readonly string[] {
  return source.files.filter(isMem0).map((file) => file.path)
}

function isMem0(file: SourceFile): boolean {
  if (isLines(file.path)) {
    const rows = peekRows(file)
    return rows.length > 0 && rows.every(({ value }) => isMemory(value) || isBackupRow(value))
  }
  if (!/\.json$/i.test(file.path) || !mayHoldMemories(file)) return false
  const value = peekDocument(file)
  if (value === undefined) return false
  return areMemories(value) || (isJsonObject(value) && (LISTS.some(isListOf(value)) || isBackup(value)))
}

/** Where memories stand in a document that is no list itself. */
export const LISTS = ['results', 'memories'] as const

export function isLines(path: string): boolean {
  return /\.(?:jsonl|ndjson)$/i.test(path)
}

function isListOf(value: { readonly [name: string]: Json }) {
  return (name: string): boolean => areMemories(memberOf(value, name))
}

/** One bad item among them doesn't make them something else. */
function areMemories(list: Json | undefined): boolean {
  if (!Array.isArray(list)) return false
  const memories = list.filter(isMemory).length
  return memories > 0 && memories * 2 > list.length
}

/** Tells by bytes, so that the other JSON files of a folder are not parsed. */
function mayHoldMemories({ bytes }: SourceFile): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return text.includes('"memory"') || text.includes('"memories"')
}
