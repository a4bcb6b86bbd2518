import type { LedgerState } from '../ledger/ledger.ts'
import type { SessionMemory } from './session-memory.ts'

/** All that a session knows, as data that another process can go on with. */
export interface SessionState extends LedgerState {
  readonly sessionId?: string
  readonly memory?: SessionMemory
}
