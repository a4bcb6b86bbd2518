import type { OperationContext } from './context.ts'

/** A process that was killed holds it no longer than this. */
const LEASE_MS = 60_000

/** That something is this process's alone. */
export interface HeldLease {
  /** Holds it for another while. */
  renew(): void
  release(): void
}

/** Holds a lease for as long as work takes that waits for others, however long they are silent. */
export async function heldDuring<T>(lease: HeldLease | undefined, work: () => Promise<T>): Promise<T> {
  const renew = (): void => {
    try {
      lease?.renew()
    } catch {
      // The memory is busy: the next turn comes before the lease runs out.
    }
  }
  const renewing = setInterval(renew, LEASE_MS / 4).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewing)
  }
}

/** Takes a lease, unless another process has it. */
export function takeLease(context: OperationContext, name: string): HeldLease | 'taken' {
  const store = context.writing()
  const holder = context.ids.uuid()
  const take = (isAgain: boolean): boolean =>
    store.transact(name, (writer) => {
      const now = context.clock.now()
      if (isAgain) writer.dropLease(name, holder)
      return writer.takeLease({ name, holder, until: now + LEASE_MS }, now)
    })
  if (!take(false)) return 'taken'
  return {
    renew: () => void take(true),
    release: () => store.transact(name, (writer) => writer.dropLease(name, holder)),
  }
}
