import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  applyRecord,
  type Issue,
  type JournalRecord,
  parseRecordFile,
  recordFileName,
  recordHeader,
  renderRecordFile,
  type StoreReader,
  type StoreWriter,
} from '@varve/core'
import { createFileOnce } from '../files/create-file-once.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { text } from './field.ts'
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
    const found = readFolder(folder)
    const store = context.writingInPlace()
    const pulled = store.transact('knowledge sync', (writer) => takeIn(writer, found.records))
    const pushed = giveOut(store, folder)
    const shown = dir ?? '.varve/journal'
    return {
      json: { pulled, pushed, quarantined: found.issues.length, issues: found.issues },
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

interface JournalFolder {
  /** In clock order. */
  readonly records: readonly JournalRecord[]
  readonly issues: readonly Issue[]
}

/** Every record file of the folder; one that doesn't prove whole is named, and the others count. */
function readFolder(folder: string): JournalFolder {
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : []
  const records: JournalRecord[] = []
  const issues: Issue[] = []
  for (const name of names) {
    const parsed = parseRecordFile(readTextFile(join(folder, name)) ?? '')
    if (parsed.kind === 'record') records.push(parsed.record)
    else issues.push(badFile(name, parsed.reason))
  }
  return { records, issues }
}

function badFile(name: string, reason: string): Issue {
  return {
    code: 'journal_corrupt',
    severity: 'error',
    subjects: [name],
    message: `${name} is no whole record (${reason}); it was left out`,
    fix: [`git checkout -- .varve/journal/${name}`],
  }
}

function takeIn(writer: StoreWriter, records: readonly JournalRecord[]): number {
  // A folder is of one project; a record of another one would mix two memories.
  return records.filter((record) => record.project === writer.project && applyRecord(writer, record)).length
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
