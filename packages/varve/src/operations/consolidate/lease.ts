import type { OperationContext } from '../context.ts'

const LEASE = 'consolidate'
/** A process that was killed holds it no longer than this. */
const LEASE_MS = 60_000

/** Runs `work` alone among all processes; `busy` answers where another is at it. */
export function withLease<T>(context: OperationContext, work: () => T, busy: () => T): T {
  const store = context.writing()
  const holder = context.ids.uuid()
  const isTaken = store.transact(LEASE, (writer) => {
    const now = context.clock.now()
    return writer.takeLease({ name: LEASE, holder, until: now + LEASE_MS }, now)
  })
  if (!isTaken) return busy()
  try {
    return work()
  } finally {
    store.transact(LEASE, (writer) => writer.dropLease(LEASE, holder))
  }
}
