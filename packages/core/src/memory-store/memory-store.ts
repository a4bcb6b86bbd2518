import { VarveError } from '../domain/errors.ts'
import type { Store, StoreWriter } from '../ports/store.ts'
import { memoryAccesses } from './memory-accesses.ts'
import { memoryEntries } from './memory-entries.ts'
import { memoryGraph } from './memory-graph.ts'
import { memoryJournal } from './memory-journal.ts'
import { memoryRemotes } from './memory-remotes.ts'
import { memorySessions } from './memory-sessions.ts'
import { UndoLog } from './undoable-map.ts'

export interface MemoryStoreOptions {
  readonly project?: string
  /** 16 hex digits. */
  readonly client?: string
}

/** A store in plain maps, for tests: keeps the contract, nothing else. */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  const log = new UndoLog()
  const { countEntries, countHeads, ...entries } = memoryEntries(log)
  const { countRecords, ...journal } = memoryJournal(log)
  const tables: StoreWriter = {
    project: options.project ?? 'sample',
    client: options.client ?? '0000000000000001',
    ...journal,
    ...entries,
    ...memoryGraph(log),
    ...memorySessions(log),
    ...memoryAccesses(log),
    ...memoryRemotes(log, () => journal.records({})),
    headCount: (most) => Math.min(most, countHeads()),
    size: () => ({ entries: countEntries(), heads: countHeads(), records: countRecords() }),
  }
  return {
    ...tables,
    snapshot: (work) => work(),
    transact: (label, work) => transact(log, label, () => work(tables)),
    noteAccesses: (accesses) => transact(log, 'use', () => tables.putAccesses(accesses)),
    scrub() {},
    close() {},
  }
}

function transact<T>(log: UndoLog, label: string, work: () => T): T {
  if (log.isOpen) throw new VarveError('internal', `${label} began a transaction inside a transaction`)
  log.begin()
  try {
    const result = work()
    log.commit()
    return result
  } catch (error) {
    log.rollBack()
    throw error
  }
}
