import type { OperationContext } from '../context.ts'
import { takeLease } from '../lease.ts'

/** Runs `work` alone among all processes; `busy` answers where another is at it. */
export function withLease<T>(context: OperationContext, work: () => T, busy: () => T): T {
  const lease = takeLease(context, 'consolidate')
  if (lease === 'taken') return busy()
  try {
    return work()
  } finally {
    lease.release()
  }
}
