import type { JournalRecord } from '../domain/record.ts'

/** Whether a team gets a record: what is only said of sessions stays where the sessions are. */
export function isShared({ operations }: Pick<JournalRecord, 'operations'>): boolean {
  return operations.length === 0 || operations.some(({ op }) => op !== 'session.mark')
}
