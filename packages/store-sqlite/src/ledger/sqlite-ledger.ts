import type { LedgerStore } from '@varve/core/fidelity'

/** The kept decisions of a project's sessions, with what the command line asks of them beyond the port. */
export interface SqliteLedger extends LedgerStore {
  /** Sessions that something was decided in, the newest first. */
  sessions(): readonly LedgerSession[]
  /** The part that a handle stands for; in any session, unless one is named. */
  findPart(handle: string, sessionId?: string): LedgerPart | undefined
  /** The pins of a session beside those of its settings. */
  putPins(sessionId: string, pins: SessionPins): void
  findPins(sessionId: string): SessionPins | undefined
  /** Removes all that is kept of a session; gives back how many decisions went. */
  purgeSession(sessionId: string): number
  close(): void
}

export interface LedgerPart {
  readonly session: string
  readonly key: string
  readonly tool: string | null
  readonly path: string | null
}

export interface SessionPins {
  readonly pins: readonly string[]
  readonly unpinned: readonly string[]
}

export interface LedgerSession {
  readonly id: string
  readonly profile: string
  readonly calls: number
  readonly passes: number
  readonly updated: string
}
