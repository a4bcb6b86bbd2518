import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  applyRecord,
  type EntryId,
  type JournalRecord,
  recordFileName,
  recordHeader,
  renderRecordFile,
  type StoreReader,
  type StoreWriter,
} from '@varve/core'
import { createFileOnce } from '../files/create-file-once.ts'
import { refreshCache } from './cache/refresh-cache.ts'
import { text } from './field.ts'
import { eraseFromFolder, readJournalFolder } from './journal-folder.ts'
import { defineOperation } from './operation.ts'

/** `varve knowledge sync --dir`: exchanges one immutable file a record, for teams that share by git. */
export const knowledgeSync = defineOperation({
  name: 'knowledge sync',
  summary: 'Exchange records with a folder that git carries',
  effect: 'writes',
  fields: {
    dir: text('The folder (default .varve/journal)', { value: 'folder' }),
  },
  examples: ['varve knowledge sync', 'varve knowledge sync --dir .varve/journal --json'],
  run({ dir }, context) {
    const folder = dir === undefined ? context.place.journalDir : resolve(context.cwd, dir)
    const found = readJournalFolder(folder)
    const store = context.writingInPlace()
    const taken = store.transact('knowledge sync', (writer) => takeIn(writer, found.records))
    const pulled = taken.length
    const pushed = giveOut(store, folder)
    // What somebody else purged lies here as it was until now.
    const erased = eraseFromFolder(store, folder, purgedIn(found.records))
    if (purgedIn(taken).length > 0) {
      store.scrub()
      rmSync(context.place.startsDir, { recursive: true, force: true })
      refreshCache(context)
    }
    const shown = dir ?? '.varve/journal'
    return {
      json: { pulled, pushed, erased: erased.length, quarantined: found.issues.length, issues: found.issues },
      human: `${pulled} ${plural(pulled)} taken in, ${pushed} written to ${shown}\n`,
      records: `${recordHeader('knowledge.sync', { pulled, pushed, quarantined: found.issues.length })}\n`,
      issues: found.issues,
      exit: found.issues.some((issue) => issue.severity === 'error') ? 3 : 0,
    }
  },
})

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

function giveOut(reader: StoreReader, folder: string): number {
  let written = 0
  for (const { id } of reader.records({})) {
    const file = join(folder, recordFileName({ id }))
    const record = existsSync(file) ? undefined : reader.record(id)
    if (record && createFileOnce(file, renderRecordFile(record)) === 'created') written += 1
  }
  return written
}
