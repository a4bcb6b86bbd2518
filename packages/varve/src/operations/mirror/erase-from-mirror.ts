import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { EntryId, StoreReader } from '@varve/core'
import { readTextFile } from '../../files/read-text-file.ts'
import { eraseFromFolder } from '../knowledge/journal-folder.ts'
import { entryIdIn } from './entry-id-in.ts'
import { EVENT_FILES } from './event-files.ts'
import type { MirrorPlace } from './mirror-place.ts'

/** Takes purged entries out of a mirror: the one thing that changes or removes a file of it. */
export function eraseFromMirror(
  { entries, events }: MirrorPlace,
  reader: StoreReader,
  purged: readonly EntryId[],
): readonly string[] {
  const files = purged.length > 0 && existsSync(entries) ? readdirSync(entries).sort() : []
  const gone = files.filter((name) => {
    const path = join(entries, name)
    const id = name.endsWith('.json') ? entryIdIn(readTextFile(path) ?? '') : undefined
    if (id === undefined || !purged.includes(id)) return false
    rmSync(path)
    return true
  })
  return [...gone, ...eraseFromFolder(reader, events, purged, EVENT_FILES)]
}
