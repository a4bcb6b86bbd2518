import { type Entry, type Issue, openView, type StoreReader } from '@varve/core'
import { branchesOf } from '../commit.ts'
import type { OperationContext } from '../context.ts'

/** Entries that would do harm if they were followed, and that nobody has read yet. */
export function checkSuspicious(context: OperationContext): readonly Issue[] {
  return [...suspiciousEntries(context.reading())].map(({ id, flags }) => ({
    code: 'suspicious_entry',
    severity: 'warning',
    subjects: [id],
    message: `${id} is kept from agents: ${flags.find(({ kind }) => kind === 'untrusted')?.reason}`,
    fix: ['varve review', `varve learn show ${id}`],
  }))
}

function suspiciousEntries(reader: StoreReader): Iterable<Entry> {
  const view = openView(
    reader,
    branchesOf(reader).map((name) => `branch:${name}` as const),
  )
  return view.entries({ visibility: 'heads', flag: 'untrusted' })
}
