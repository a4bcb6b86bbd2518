import type { Issue } from '../domain/issue.ts'
import type { JournalRecord } from '../domain/record.ts'
import { proveRecord } from '../journal/record-file.ts'
import type { CarriedRecord } from '../ports/carrier.ts'

export type ProvenRecord =
  | { readonly kind: 'record'; readonly record: JournalRecord }
  | { readonly kind: 'newer' }
  | { readonly kind: 'bad'; readonly issue: Issue }

/** Whether a record is what it is filed as, and of this project: its hash is computed here. */
export function proveCarried(carried: CarriedRecord, project: string, shown: string): ProvenRecord {
  const proven = proveRecord(carried.value)
  if (proven.kind === 'bad') {
    return proven.reason === 'newer_schema'
      ? { kind: 'newer' }
      : { kind: 'bad', issue: corrupt(carried, shown, proven.reason) }
  }
  const { record } = proven
  if (record.id !== carried.id || (carried.digest !== undefined && carried.digest !== record.hash)) {
    return { kind: 'bad', issue: corrupt(carried, shown, 'hash_mismatch') }
  }
  return record.project === project
    ? proven
    : { kind: 'bad', issue: corrupt(carried, shown, 'other_project') }
}

function corrupt({ at, author, id }: CarriedRecord, shown: string, reason: string): Issue {
  const by = author === null ? '' : ` by ${author}`
  return {
    code: 'journal_corrupt',
    severity: 'error',
    subjects: [id],
    message: `record ${at}${by} in ${shown} is not whole (${reason}); it was left out, and the others count`,
    detail: { seq: at, author, reason },
    fix: typeof at === 'string' ? [`git checkout -- ${shown}/${at}`] : ['varve knowledge pull --full'],
  }
}
