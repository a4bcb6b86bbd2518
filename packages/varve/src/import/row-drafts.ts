import { type Issue, isEntryId, sha256 } from '@varve/core'
import { duplicateDraftId, keyCounter } from './draft-id.ts'
import type { DraftFields, DraftLineage, DraftLink, ImportDraft } from './import-format.ts'

/** What a row of a file states about itself. */
export interface StatedRow {
  /** Its id there, whatever characters it has. */
  readonly id?: string
  /** The row as it stands: two of one id are told apart by it. */
  readonly text: string
  readonly line: number
  readonly fields: DraftFields
}

/** Makes drafts of rows: ids are kept where they can be, unlike rows of one id both stay. */
export class RowDrafts {
  readonly drafts: ImportDraft[] = []
  readonly lineage: DraftLineage[] = []
  readonly links: DraftLink[] = []
  readonly issues: Issue[] = []
  readonly #file: string
  /** Of each id, the digest of its first row; of an id and a digest, that they were there. */
  readonly #first = new Map<string, string>()
  readonly #others = new Set<string>()
  readonly #nextKey = keyCounter()

  constructor(file: string) {
    this.#file = file
  }

  /** The name of the row's draft; undefined where the same row was there before. */
  add(row: StatedRow): string | undefined {
    if (row.id === undefined) return this.#push(row, { ref: `${this.#file}#${row.line}` }, row.fields.content)
    const digest = sha256(row.text)
    const first = this.#first.get(row.id)
    const other = `${row.id}\n${digest}`
    if (first === digest || this.#others.has(other)) {
      this.issues.push(this.#issue('duplicate_row', 'info', row, 'is there twice, and was taken in once'))
      return undefined
    }
    if (first !== undefined) {
      this.#others.add(other)
      this.issues.push(
        this.#issue('duplicate_id', 'error', row, 'is there with two texts; the second got an id of its own'),
      )
      return this.#push(
        row,
        { ref: `${this.#file}#${row.line}`, id: duplicateDraftId(row.id, row.text) },
        row.id,
      )
    }
    this.#first.set(row.id, digest)
    if (isEntryId(row.id)) return this.#push(row, { ref: row.id, id: row.id }, row.id)
    return this.#push(withOriginalId(row, row.id), { ref: row.id }, row.id)
  }

  #push(row: StatedRow, name: Pick<ImportDraft, 'ref' | 'id'>, key: string): string {
    this.drafts.push({ ...name, key: this.#nextKey(this.#file, key), fields: row.fields })
    return name.ref
  }

  #issue(code: string, severity: Issue['severity'], row: StatedRow, what: string): Issue {
    return {
      code,
      severity,
      subjects: [row.id ?? '', `${this.#file}:${row.line}`],
      message: `${this.#file}:${row.line}: ${row.id} ${what}`,
      fix: [],
    }
  }
}

// An id that Varve's own cannot be is a name like another: kept, and looked up by links.
function withOriginalId(row: StatedRow, id: string): StatedRow {
  return { ...row, fields: { ...row.fields, extra: { id, ...row.fields.extra } } }
}
