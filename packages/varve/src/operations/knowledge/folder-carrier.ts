import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EntryId, RecordId, StoreReader } from '@varve/core'
import type { Carrier } from '@varve/core/sync'
import { eraseFromFolder, readJournalFolder } from './journal-folder.ts'
import type { RecordFolder } from './record-folders.ts'

export interface FolderCarrier extends Carrier {
  /** Takes purged texts out of the folder's files; the names of those that changed. */
  erasePurged(reader: StoreReader): readonly string[]
}

/** A folder that git carries, one immutable file a record: a set, without an order of its own. */
export function createFolderCarrier(
  { path, shown, files, write }: RecordFolder,
  writer: () => StoreReader,
): FolderCarrier {
  const purged = new Set<EntryId>()
  const hasFile = (id: RecordId) => existsSync(join(path, files.nameOf({ id })))
  return {
    remote: `folder:${path}`,
    shown,
    isNumbered: false,
    async *incoming(reader) {
      const found = readJournalFolder(path, shown, files)
      // A folder is of one project; a record of another one would mix two memories.
      const own = found.records.filter(({ record }) => record.project === reader.project)
      for (const { record } of own) {
        for (const operation of record.operations) if (operation.op === 'purge') purged.add(operation.id)
      }
      const lacking = own.filter(({ record: { id } }) => reader.recordIdsByPrefix(id, 1).length === 0)
      const records = lacking.map(({ name, record }) => ({
        at: name,
        author: null,
        id: record.id,
        value: record,
      }))
      yield { records, issues: found.issues }
    },
    outgoing: (reader) => reader.records({}).flatMap(({ id }) => (hasFile(id) ? [] : [id])),
    async head() {
      return readJournalFolder(path, shown, files).records.length
    },
    async append(expected, records) {
      const reader = writer()
      return expected + records.filter((record) => write(reader, record) === 'created').length
    },
    projection: async () => [],
    erase: async () => true,
    async close() {},
    erasePurged: (reader) => eraseFromFolder(reader, path, [...purged], files),
  }
}
