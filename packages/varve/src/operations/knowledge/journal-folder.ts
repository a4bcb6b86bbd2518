import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type EntryId,
  entryEntity,
  type Issue,
  type JournalRecord,
  type ParsedRecord,
  parseRecordFile,
  recordFileName,
  renderRecordFile,
  type StoreReader,
  sortedUnique,
} from '@varve/core'
import { readTextFile } from '../../files/read-text-file.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'

/** How records lie in a folder, one immutable file each. */
export interface RecordFiles {
  nameOf(record: Pick<JournalRecord, 'id'>): string
  render(record: JournalRecord): string
  parse(text: string): ParsedRecord
}

export const JOURNAL_FILES: RecordFiles = {
  nameOf: recordFileName,
  render: renderRecordFile,
  parse: parseRecordFile,
}

export interface JournalFolder {
  /** In clock order. */
  readonly records: readonly { readonly name: string; readonly record: JournalRecord }[]
  readonly issues: readonly Issue[]
}

/** Every record file of the folder; one that doesn't prove whole is named, and the others count. */
export function readJournalFolder(folder: string, shown: string, files = JOURNAL_FILES): JournalFolder {
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : []
  const records: JournalFolder['records'][number][] = []
  const issues: Issue[] = []
  for (const name of names) {
    const parsed = files.parse(readTextFile(join(folder, name)) ?? '')
    if (parsed.kind === 'record') records.push({ name, record: parsed.record })
    else issues.push(badFile(name, shown, parsed.reason))
  }
  return { records, issues }
}

function badFile(name: string, shown: string, reason: string): Issue {
  return {
    code: 'journal_corrupt',
    severity: 'error',
    subjects: [name],
    message: `${name} is no whole record (${reason}); it was left out`,
    fix: [`git checkout -- ${shown}/${name}`],
  }
}

/**
 * Takes the text of purged entries out of a folder's record files: they are never changed otherwise.
 * What is left of each still proves whole. Gives back the names of those that changed.
 */
export function eraseFromFolder(
  reader: StoreReader,
  folder: string,
  purged: readonly EntryId[],
  files = JOURNAL_FILES,
): readonly string[] {
  const records = sortedUnique(
    purged.flatMap((id) => reader.records({ entity: entryEntity(id) }).map((record) => record.id)),
  )
  return records.flatMap((id) => {
    const name = files.nameOf({ id } as Pick<JournalRecord, 'id'>)
    const path = join(folder, name)
    const record = existsSync(path) ? reader.record(id as JournalRecord['id']) : undefined
    if (record === undefined) return []
    return writeFileAtomically(path, files.render(record)) === 'written' ? [name] : []
  })
}
