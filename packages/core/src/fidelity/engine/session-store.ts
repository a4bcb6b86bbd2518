import type { Issue } from '../../domain/issue.ts'
import type { KeptPass, LedgerStore } from './ledger-store.ts'
import type { SessionMemory } from './session-memory.ts'
import type { SessionState } from './session-state.ts'
import { windowIssue } from './window-issues.ts'

/** A session's place in a store, which may be missing or fail: the session then goes on in memory, and says so (CAM-106). */
export class SessionStore {
  readonly #store: LedgerStore | undefined
  readonly #sessionId: string
  #issues: readonly Issue[] = []

  constructor(store: LedgerStore | undefined, sessionId: string) {
    this.#store = store
    this.#sessionId = sessionId
  }

  load(): SessionState | undefined {
    return this.#quietly((store) => store.load(this.#sessionId))
  }

  /** A part that only the store still has. */
  findOriginal(key: string): string | undefined {
    return this.#quietly((store) => store.findOriginal(this.#sessionId, key))
  }

  findPins(): Partial<SessionMemory> {
    return this.#quietly((store) => store.findPins?.(this.#sessionId)) ?? {}
  }

  /** Adds a pass. What another process has decided meanwhile is given back where that holds instead. */
  append(
    kept: () => KeptPass,
    state: () => SessionState,
  ): 'kept' | { readonly instead: SessionState | undefined } {
    const store = this.#store
    if (store === undefined) return 'kept'
    try {
      const isKept = store.append(this.#sessionId, kept(), state()) === 'kept'
      return isKept ? 'kept' : { instead: store.load(this.#sessionId) }
    } catch (error) {
      this.#tell(error)
      return 'kept'
    }
  }

  /** Keeps what a session goes by: what must outlive the process though no pass is made. */
  remember(state: () => SessionState): void {
    try {
      this.#store?.remember?.(this.#sessionId, state())
    } catch (error) {
      this.#tell(error)
    }
  }

  /** What failed and wasn't told yet. */
  issues(): readonly Issue[] {
    const issues = this.#issues
    this.#issues = []
    return issues
  }

  #quietly<T>(ask: (store: LedgerStore) => T): T | undefined {
    try {
      return this.#store === undefined ? undefined : ask(this.#store)
    } catch {
      return undefined
    }
  }

  #tell(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `decisions are kept in memory alone, because the store failed: ${reason}`
    this.#issues = [...this.#issues, windowIssue('ledger_volatile', message, [this.#sessionId])]
  }
}
