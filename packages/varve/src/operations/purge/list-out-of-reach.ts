import { existsSync } from 'node:fs'
import { type EntryId, type StoreReader, sortedUnique } from '@varve/core'
import type { ProjectPlace } from '../../project/project-place.ts'

/** Where a text may still be that Varve doesn't erase: for a person to look at. Asked before the purge. */
export function listOutOfReach(
  reader: StoreReader,
  place: ProjectPlace,
  ids: readonly EntryId[],
): readonly string[] {
  const files = sortedUnique(ids.flatMap((id) => reader.entry(id)?.source.file ?? []))
  return [
    ...files.map((file) => `the file it came from, ${file}`),
    ...(existsSync(place.journalDir) ? ['what git keeps of .varve/journal'] : []),
    'other machines and worktrees, until they sync and compact',
    'exports and backups',
  ]
}
