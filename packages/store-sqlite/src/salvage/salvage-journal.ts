import {
  by,
  byText,
  isRecordId,
  type JournalRecord,
  type QuarantinedItem,
  recordHash,
  type Stage,
  type StoredOperation,
} from '@varve/core'
import { POSITIONS_PER_RECORD } from '../positions.ts'
import { headerOfRow, type RecordRow } from '../record-row.ts'
import { parseOperation, parseStored } from '../stored-json.ts'
import { type PageFile, readPageFile } from './page-file.ts'
import { lastRow, type TableRow, walkRows } from './table-rows.ts'

/** What can still be read of a damaged store. */
export interface Salvage {
  /** Those that prove whole by their hash, by id. */
  readonly records: readonly JournalRecord[]
  readonly quarantined: readonly QuarantinedItem[]
  /** How many records there were; undefined where nothing that can be read says so. */
  readonly total: number | undefined
}

/**
 * Reads the journal out of a store's pages, whatever else of the file is broken. A record counts only
 * where its hash proves it, so no stale or torn page can add anything.
 */
export function salvageJournal(path: string): Salvage {
  const file = readPageFile(path)
  const found = new FoundRows()
  for (const row of walkRows(file)) found.take(row)
  return {
    records: found.records(),
    quarantined: [...found.quarantined.values()],
    total: countRecords(file, found.roots),
  }
}

/** Rows tell by their shape which table they are of: the trees that would say so may be broken. */
class FoundRows {
  /** Of each table, the number of its first page. */
  readonly roots = new Map<string, number>()
  readonly quarantined = new Map<string, QuarantinedItem>()
  readonly #records = new Map<string, RecordRow>()
  readonly #operations = new Map<number, StoredOperation>()

  take({ rowid, values }: TableRow): void {
    if (values.length === 7) this.#takeRecord(rowid, values)
    else if (values.length === 5) this.#takeRoot(values)
    else if (values.length === 3) this.#takeBody(rowid, values)
  }

  records(): readonly JournalRecord[] {
    return [...this.#records.values()].flatMap((row) => this.#prove(row)).sort(by(({ id }) => id, byText))
  }

  #takeRecord(n: number, [, id, stage, size, hash, sum, header]: TableRow['values']): void {
    if (typeof id !== 'string' || !isRecordId(id) || typeof stage !== 'string') return
    if (typeof size !== 'number' || typeof hash !== 'string') return
    if (typeof sum !== 'number' || typeof header !== 'string') return
    // The stage is part of what the hash proves.
    this.#records.set(id, { n, id, stage: stage as Stage, size, hash, sum, header })
  }

  #takeRoot([kind, name, , root]: TableRow['values']): void {
    if (kind === 'table' && typeof name === 'string' && typeof root === 'number') this.roots.set(name, root)
  }

  #takeBody(n: number, [, key, body]: TableRow['values']): void {
    if (typeof body !== 'string') return
    if (typeof key === 'number') this.#takeOperation(n, key, body)
    else if (typeof key === 'string') this.#takeQuarantined(key, body)
  }

  #takeOperation(n: number, sum: number, text: string): void {
    const operation = parseOperation({ text, sum })
    // What was erased stays erased, even where an old page still has it.
    if (operation === undefined || this.#operations.get(n)?.op === 'erased') return
    this.#operations.set(n, operation)
  }

  #takeQuarantined(key: string, body: string): void {
    const item = parseStored<Partial<QuarantinedItem>>(body)
    const isItem = typeof item?.format === 'string' && typeof item.file === 'string'
    // No other table of this shape has these members.
    if (isItem && typeof item.text === 'string') this.quarantined.set(key, item as QuarantinedItem)
  }

  #prove(row: RecordRow): readonly JournalRecord[] {
    const header = headerOfRow(row)
    const operations = this.#operationsOf(row.n)
    if (header === undefined || operations.length !== row.size) return []
    return recordHash(header, operations) === row.hash ? [{ ...header, operations, hash: row.hash }] : []
  }

  #operationsOf(record: number): readonly StoredOperation[] {
    const operations: StoredOperation[] = []
    for (let n = record * POSITIONS_PER_RECORD; ; n++) {
      const operation = this.#operations.get(n)
      if (operation === undefined) return operations
      operations.push(operation)
    }
  }
}

/** Records are numbered without gaps, and each operation's number tells its record's. */
function countRecords(file: PageFile, roots: ReadonlyMap<string, number>): number | undefined {
  const records = lastNumber(file, roots.get('records'), isRecord)
  if (records !== undefined) return records
  const operations = lastNumber(file, roots.get('operations'), isOperation)
  return operations === undefined ? undefined : Math.floor(operations / POSITIONS_PER_RECORD)
}

/** The greatest number of a table; undefined where its last row is not what the table holds: a broken page may look like one. */
function lastNumber(
  file: PageFile,
  root: number | undefined,
  isRow: (values: TableRow['values']) => boolean,
): number | undefined {
  const row = root === undefined ? undefined : lastRow(file, root)
  if (row === 'none') return 0
  return row !== undefined && isRow(row.values) ? row.rowid : undefined
}

function isRecord([, id, , , , , header]: TableRow['values']): boolean {
  return typeof id === 'string' && isRecordId(id) && typeof header === 'string'
}

function isOperation([, sum, text]: TableRow['values']): boolean {
  return typeof sum === 'number' && typeof text === 'string' && parseOperation({ text, sum }) !== undefined
}
