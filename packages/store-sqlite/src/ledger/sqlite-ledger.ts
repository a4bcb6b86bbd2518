import type { KeptPass, LedgerStore, SessionState } from '@varve/core/fidelity'

/** The kept decisions of a project's sessions, with what the command line asks of them beyond the port. */
export interface SqliteLedger extends LedgerStore {
  /** Sessions that something was decided in, the newest first. */
  sessions(): readonly LedgerSession[]
  /** The parts that a handle stands for, by session; in any session, unless one is named. */
  findParts(handle: string, sessionId?: string): readonly LedgerPart[]
  /** Puts a session's decisions in the place of those that are kept of it, in one go; its pins stay. */
  replaceSession(
    sessionId: string,
    kept: readonly KeptPass[],
    replay: {
      readonly state: SessionState
      readonly configHash: string
      /** Of the decisions that are there, by the settings that they were made under. */
      readonly mayReplace: (configHash: string) => boolean
    },
  ): 'kept' | 'refused'
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
  /** Of the settings of its last pass. */
  readonly configHash: string
}
