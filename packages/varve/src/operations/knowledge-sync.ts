import { existsSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import {
  applyRecord,
  type EntryId,
  type JournalRecord,
  recordHeader,
  type StoreReader,
  type StoreWriter,
} from '@varve/core'
import { createFileOnce } from '../files/create-file-once.ts'
import { refreshCache } from './cache/refresh-cache.ts'
import type { OperationContext } from './context.ts'
import { text } from './field.ts'
import { importFiles } from './import.ts'
import { eraseFromFolder, JOURNAL_FILES, type RecordFiles, readJournalFolder } from './journal-folder.ts'
import { eraseFromMirror } from './mirror/erase-from-mirror.ts'
import { EVENT_FILES } from './mirror/event-files.ts'
import { listUnknownEntries } from './mirror/list-unknown-entries.ts'
import { findMirror, type MirrorPlace } from './mirror/mirror-place.ts'
import { writeMirror } from './mirror/write-mirror.ts'
import { defineOperation } from './operation.ts'
import { parseInput } from './parse-input.ts'

/**
 * `varve knowledge sync --dir`: exchanges one immutable file a record, for teams that share by git; with
 * `memory.mirror` the files of the mirror, and the journal's folder where there is one beside it.
 */
export const knowledgeSync = defineOperation({
  name: 'knowledge sync',
  summary: 'Exchange records with a folder that git carries',
  effect: 'writes',
  fields: {
    dir: text('The folder (default .varve/journal)', { value: 'folder' }),
  },
  examples: ['varve knowledge sync', 'varve knowledge sync --dir .varve/journal --json'],
  async run({ dir }, context) {
    const mirror = dir === undefined ? findMirror(context) : undefined
    const folders = [
      ...(mirror === undefined || existsSync(context.place.journalDir) ? [journalFolder(context, dir)] : []),
      ...(mirror === undefined ? [] : [eventFolder(context, mirror)]),
    ]
    const found = folders.map((folder) => readJournalFolder(folder.path, folder.shown, folder.files))
    const records = found.flatMap((one) => one.records)
    const issues = found.flatMap((one) => one.issues)
    const store = context.writingInPlace()
    const taken = store.transact('knowledge sync', (writer) => takeIn(writer, records))
    const pulled = taken.length
    // What has no event was written by hand or by another tool: it becomes a record here, and is given out.
    const foreign = mirror === undefined ? [] : listUnknownEntries(mirror.entries, store)
    if (foreign.length > 0) await importFiles.run(importInput(foreign), context)
    const pushed = giveOut(store, folders)
    // What somebody else purged lies here as it was until now.
    const purged = purgedIn(records)
    const erased = [
      ...folders.flatMap(({ path, files }) => eraseFromFolder(store, path, purged, files)),
      ...(mirror === undefined ? [] : eraseFromMirror(mirror, store, purged)),
    ]
    if (purgedIn(taken).length > 0) {
      store.scrub()
      rmSync(context.place.startsDir, { recursive: true, force: true })
      refreshCache(context)
    }
    const shown = folders.map((folder) => folder.shown).join(', ')
    return {
      json: { pulled, pushed, erased: erased.length, quarantined: issues.length, issues },
      human: `${pulled} ${plural(pulled)} taken in, ${pushed} written to ${shown}\n`,
      records: `${recordHeader('knowledge.sync', { pulled, pushed, quarantined: issues.length })}\n`,
      issues,
      exit: issues.some((issue) => issue.severity === 'error') ? 3 : 0,
    }
  },
})

interface RecordFolder {
  readonly path: string
  /** As a person would name it from the project's top. */
  readonly shown: string
  readonly files: RecordFiles
  write(reader: StoreReader, record: JournalRecord): 'created' | 'exists'
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

function importInput(paths: readonly string[]) {
  return parseInput(importFiles, { paths: ['leanspec', ...paths] })
}

function plural(count: number): string {
  return count === 1 ? 'record' : 'records'
}

function takeIn(writer: StoreWriter, records: readonly JournalRecord[]): readonly JournalRecord[] {
  // A folder is of one project; a record of another one would mix two memories.
  return records.filter((record) => record.project === writer.project && applyRecord(writer, record))
}

function purgedIn(records: readonly JournalRecord[]): readonly EntryId[] {
  return records.flatMap(({ operations }) =>
    operations.flatMap((each) => (each.op === 'purge' ? [each.id] : [])),
  )
}

function giveOut(reader: StoreReader, folders: readonly RecordFolder[]): number {
  let written = 0
  for (const { id } of reader.records({})) {
    const lacking = folders.filter(({ path, files }) => !existsSync(join(path, files.nameOf({ id }))))
    const record = lacking.length > 0 ? reader.record(id) : undefined
    if (record && lacking.filter((folder) => folder.write(reader, record) === 'created').length > 0)
      written += 1
  }
  return written
}
