import { isJsonObject } from '@varve/core'
import type { ImportSource, SourceFile } from '../import-format.ts'
import { peekDocument } from '../json-document.ts'
import { memberOf } from '../json-members.ts'

const LISTS = ['observations', 'sessions', 'summaries', 'prompts'] as const

export function detect(source: ImportSource): readonly string[] {
  return source.files.filter(isExport).map((file) => file.path)
}

function isExport(file: SourceFile): boolean {
  if (!mayHoldLists(file)) return false
  const value = peekDocument(file)
  return isJsonObject(value) && LISTS.every((name) => Array.isArray(memberOf(value, name)))
}

/** Tells by bytes, so that other files are not parsed. */
function mayHoldLists({ bytes }: SourceFile): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return LISTS.every((name) => text.includes(`"${name}"`))
}
