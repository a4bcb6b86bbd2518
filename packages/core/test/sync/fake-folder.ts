import type { JournalRecord } from '../../src/index.ts'
import type { Carrier } from '../../src/sync/index.ts'

/** A folder in git: everybody has a copy, and a merge is the union of them. */
export class FakeFolder {
  readonly files = new Map<string, JournalRecord>()

  carrier(): Carrier {
    const { files } = this
    return {
      remote: 'folder',
      shown: 'folder',
      isNumbered: false,
      async *incoming(reader) {
        const records = [...files.values()]
          .filter(({ id }) => reader.record(id) === undefined)
          .map((record) => ({ at: record.id, author: null, id: record.id, value: record }))
        yield { records, issues: [] }
      },
      outgoing: (reader) => reader.records({}).flatMap(({ id }) => (files.has(id) ? [] : [id])),
      head: async () => files.size,
      async append(expected, records) {
        for (const record of records) files.set(record.id, JSON.parse(JSON.stringify(record)))
        return expected + records.length
      },
      projection: async () => [],
      erase: async () => true,
      async close() {},
    }
  }

  merge(other: FakeFolder): void {
    for (const [id, record] of other.files) if (!this.files.has(id)) this.files.set(id, record)
    for (const [id, record] of this.files) if (!other.files.has(id)) other.files.set(id, record)
  }
}
