import { join } from 'node:path'
import { type JournalRecord, recordFileName, renderRecordFile, type Store, VarveError } from '@varve/core'
import { createFileOnce } from '../files/create-file-once.ts'
import { ensureIgnoredDirectory } from '../files/ensure-directory.ts'

export interface Outbox {
  readonly folder: string
  /** Why the store itself can't be written. */
  readonly refused: VarveError
  /** Makes what a project needs beside it, before the first record. */
  prepare(): void
  /** Told how many records a transaction left, and how many items of a quarantine have no place there. */
  onWritten(records: number, unkept: number): void
}

/**
 * A copy of a store that can't be written where it is. Each record that is written to the copy lies in
 * the outbox before the copy commits, and waits there for a process that may write the store itself.
 */
export function createOutboxStore(copy: Store, outbox: Outbox): Store {
  return {
    ...copy,
    transact(label, work) {
      const records: JournalRecord[] = []
      let unkept = 0
      const result = copy.transact(label, (writer) => {
        const answer = work({
          ...writer,
          appendRecord(record) {
            const isNew = writer.appendRecord(record)
            if (isNew) records.push(record)
            return isNew
          },
          replaceQuarantine(files, items) {
            writer.replaceQuarantine(files, items)
            unkept += items.length
          },
        })
        for (const record of records) leave(record, outbox)
        return answer
      })
      if (records.length + unkept > 0) outbox.onWritten(records.length, unkept)
      return result
    },
  }
}

function leave(record: JournalRecord, { folder, refused, prepare }: Outbox): void {
  try {
    prepare()
    ensureIgnoredDirectory(folder)
    createFileOnce(join(folder, recordFileName(record)), renderRecordFile(record))
  } catch (error) {
    if (!VarveError.isInstance(error) || error.code !== 'read_only') throw error
    const { code, message, subjects, fix } = refused
    throw new VarveError(code, `${message}; nor is there an outbox: ${error.message}`, {
      subjects,
      fix,
      cause: error,
    })
  }
}
