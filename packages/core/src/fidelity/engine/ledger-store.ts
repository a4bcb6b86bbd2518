import type { Decision, Pass } from '../ledger/decision.ts'
import type { Part } from '../model/message.ts'
import type { Target } from '../model/target.ts'
import type { SessionState } from './session-state.ts'

/** A pass as it is kept, with the parts that it is about. */
export interface KeptPass {
  readonly pass: Pass
  readonly decisions: readonly Decision[]
  readonly parts: readonly KeptPart[]
}

export interface KeptPart {
  readonly part: Part
  readonly handle: string
  /** What its call works on. */
  readonly target?: Target | undefined
  readonly tokens: number
}

/**
 * Where the decisions of sessions are kept. It answers at once or throws: an engine whose store fails goes on in
 * memory, and says so once (CAM-106).
 */
export interface LedgerStore {
  readonly load: (sessionId: string) => SessionState | undefined
  /**
   * Adds a pass with all that belongs to it, in one go. `stale` where another process has added one that this state
   * doesn't know: nothing is written then.
   */
  readonly append: (sessionId: string, kept: KeptPass, state: SessionState) => 'kept' | 'stale'
  /** Keeps what a session goes by where no pass was made of it. */
  readonly remember?: (sessionId: string, state: SessionState) => void
  /** What a part was, where the store was asked to keep originals; secrets are masked. */
  readonly findOriginal: (sessionId: string, key: string) => string | undefined
  readonly findCached: (kind: string, key: string) => string | undefined
  /** Pins that were set from outside while the session goes on; asked for once a turn. */
  readonly findPins?: (
    sessionId: string,
  ) => { readonly pins: readonly string[]; readonly unpinned: readonly string[] } | undefined
  readonly cache: (kind: string, key: string, value: string) => void
}
