import type { OperationContext } from '../context.ts'

/** Erases what was decided on a session’s windows, with every text that was kept for it; how many decisions. */
export function purgeDecisions(context: OperationContext, session: string): number {
  const names = ledgerNames(context, session)
  if (names.length === 0) return 0
  const ledger = context.writingLedger()
  return names.reduce((sum, name) => sum + ledger.purgeSession(name), 0)
}

/** Under which a session’s decisions lie: a stretch after a rewrite, and a sub-agent, has a name of its own. */
export function ledgerNames(context: OperationContext, session: string): readonly string[] {
  const kept = context.ledger()?.sessions() ?? []
  return kept.map(({ id }) => id).filter((id) => id === session || id.startsWith(`${session}/`))
}
