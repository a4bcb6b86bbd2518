import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreReader } from '@varve/core'
import { readTextFile } from '../../files/read-text-file.ts'
import { entryIdIn } from './entry-id-in.ts'

/**
 * Entry files whose entry is not here: written by a tool that leaves no event, or not readable. The others
 * say how an entry began, and events say what became of it.
 */
export function listUnknownEntries(folder: string, reader: StoreReader): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => {
      const id = entryIdIn(readTextFile(path) ?? '')
      return id === undefined || reader.entry(id) === undefined
    })
}
