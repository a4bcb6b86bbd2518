import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { JournalRecord, StoreReader } from '@varve/core'
import { createFileOnce } from '../../files/create-file-once.ts'
import type { OperationContext } from '../context.ts'
import { EVENT_FILES } from '../mirror/event-files.ts'
import type { MirrorPlace } from '../mirror/mirror-place.ts'
import { writeMirror } from '../mirror/write-mirror.ts'
import { JOURNAL_FILES, type RecordFiles } from './journal-folder.ts'

/** A folder of records that git carries. */
export interface RecordFolder {
  readonly path: string
  /** As a person would name it from the project's top. */
  readonly shown: string
  readonly files: RecordFiles
  write(reader: StoreReader, record: JournalRecord): 'created' | 'exists'
}

/** The folders to exchange records with: the one that is named, else the mirror's and the journal's. */
export function recordFolders(
  context: OperationContext,
  { dir, mirror }: { readonly dir?: string | undefined; readonly mirror?: MirrorPlace | undefined },
): readonly RecordFolder[] {
  const isJournalThere = existsSync(context.place.journalDir)
  // With a team's server, a folder that nobody made is none that somebody shares by.
  const isOnlyWay = mirror === undefined && !context.hasTeam()
  return [
    ...(dir !== undefined || isJournalThere || isOnlyWay ? [journalFolder(context, dir)] : []),
    ...(mirror === undefined ? [] : [eventFolder(context, mirror)]),
  ]
}

function journalFolder({ place, cwd }: OperationContext, dir: string | undefined): RecordFolder {
  const path = dir === undefined ? place.journalDir : resolve(cwd, dir)
  return {
    path,
    shown: dir ?? '.varve/journal',
    files: JOURNAL_FILES,
    write: (_, record) =>
      createFileOnce(join(path, JOURNAL_FILES.nameOf(record)), JOURNAL_FILES.render(record)),
  }
}

function eventFolder({ place }: OperationContext, mirror: MirrorPlace): RecordFolder {
  return {
    path: mirror.events,
    shown: relative(place.top, mirror.events).replaceAll('\\', '/'),
    files: EVENT_FILES,
    write: (reader, record) => writeMirror(mirror, reader, record),
  }
}
