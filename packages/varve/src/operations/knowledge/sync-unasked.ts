import { VarveError } from '@varve/core'
import type { OperationContext } from '../context.ts'
import { exchange } from './exchange.ts'

const LEASE = 'team sync'
const MOST_MS = 10_000

/**
 * Exchanges records with the team's server where nobody asked: for a process that nobody waits for. Within
 * ten seconds, one process at a time; what fails is tried the next time.
 */
export async function syncUnasked(context: OperationContext): Promise<void> {
  const isWanted = ask(() => context.hasTeam() && context.config.memory.enabled)
  if (isWanted !== true) return
  const holder = context.ids.uuid()
  const store = ask(() => context.writingInPlace())
  if (store === undefined) return
  const now = context.clock.now()
  const isMine = store.transact(LEASE, (writer) =>
    writer.takeLease({ name: LEASE, holder, until: now + MOST_MS }, now),
  )
  if (!isMine) return
  try {
    const times = { connectTimeoutMs: MOST_MS / 2, statementTimeoutMs: MOST_MS / 2, closeAfterMs: MOST_MS }
    await exchange(context, { direction: 'both', teamOnly: true, times })
  } catch (error) {
    if (!VarveError.isInstance(error)) throw error
  } finally {
    ask(() => store.transact(LEASE, (writer) => writer.dropLease(LEASE, holder)))
  }
}

/** What goes wrong is of no use to anybody here: a command that is asked for says it. */
function ask<T>(question: () => T): T | undefined {
  try {
    return question()
  } catch (error) {
    if (VarveError.isInstance(error)) return undefined
    throw error
  }
}
