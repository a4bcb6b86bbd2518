import { resolve } from 'node:path'
import { VarveError } from '@varve/core'
import { readTextFile } from '../../files/read-text-file.ts'
import type { OperationContext } from '../context.ts'

export interface IdInputs {
  readonly note: readonly string[]
  readonly fromStdin: boolean
  readonly notesFile: string | undefined
}

/** The ids that a command was given, by flag, on standard input and in a file: each once, as typed. */
export async function readIds(
  context: OperationContext,
  { note, fromStdin, notesFile }: IdInputs,
): Promise<readonly string[]> {
  const typed = fromStdin ? parseIdList(await context.readInput()) : []
  const listed = notesFile === undefined ? [] : parseIdList(readFile(context, notesFile))
  return [...new Set([...note, ...typed, ...listed])]
}

/** Ids parted by whitespace or commas, or a JSON array of them; `#` begins a comment. */
export function parseIdList(text: string): readonly string[] {
  if (text.trimStart().startsWith('[')) return parseJsonList(text)
  return text
    .replace(/#.*$/gm, '')
    .split(/[\s,]+/)
    .filter((id) => id !== '')
}

function parseJsonList(text: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(text)
    if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids
  } catch {
    // Said below, as for any other text.
  }
  throw new VarveError('invalid_value', 'the list of ids is no JSON array of texts', {
    fix: ['varve compact apply 7c1d09aa --note 1f0e88b2'],
  })
}

function readFile(context: OperationContext, file: string): string {
  const found = readTextFile(resolve(context.cwd, file))
  if (found === undefined) throw new VarveError('not_found', `no such file: ${file}`, { subjects: [file] })
  return found
}
