import { existsSync } from 'node:fs'
import { type EntryId, type StoreReader, sortedUnique } from '@varve/core'
import type { OperationContext } from '../context.ts'
import { findMirror } from '../mirror/mirror-place.ts'

/** What a session was taken in from is not ours to erase. */
export const TRANSCRIPT = 'the transcript that it came from'

/** Where a text may still be that Varve doesn't erase: for a person to look at. Asked before the purge. */
export function listOutOfReach(
  reader: StoreReader,
  context: Pick<OperationContext, 'config' | 'place'>,
  ids: readonly EntryId[],
): readonly string[] {
  const files = sortedUnique(ids.flatMap((id) => reader.entry(id)?.source.file ?? []))
  return [
    ...files.map((file) => `the file it came from, ${file}`),
    ...(existsSync(context.place.journalDir) ? ['what git keeps of .varve/journal'] : []),
    ...(findMirror(context) === undefined ? [] : ['what git keeps of the mirror']),
    'other machines and worktrees, until they sync and compact',
    'exports and backups',
  ]
}
