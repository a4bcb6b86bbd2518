import { sha256, VarveError } from '@varve/core'
import type { KeptPass, LedgerStore, SessionState, Transcript } from '@varve/core/fidelity'
import type { WindowLedger } from '../context.ts'
import type { FitSettings } from './fitted-session.ts'

/** How the settings of a replay are marked, beside those under which a window was fitted live. */
const REPLAY = 'replay:'

/** A replay whose decisions are kept: it begins with none, as every replay does, and takes the place of the one before. */
export interface SavedRun {
  /** Takes the decisions down as they are made. */
  readonly store: LedgerStore
  readonly keep: (state: SessionState) => void
}

/** Throws where the decisions that are kept of a session were made live: no replay may take their place. */
export function openSavedRun(
  ledger: WindowLedger,
  { sessionId }: Transcript,
  settings: FitSettings,
  file: string,
): SavedRun {
  const isReplay = (hash: string) => hash.startsWith(REPLAY)
  const refuse = () => {
    throw new VarveError('usage', `decisions of ${sessionId} were made live: no replay takes their place`, {
      subjects: [sessionId],
      fix: [`varve fit ${file}`, `varve fit passes --session ${sessionId}`],
    })
  }
  // Before the work is done, and again with it: a session may go live meanwhile.
  const kept = ledger.sessions().find(({ id }) => id === sessionId)
  if (kept !== undefined && !isReplay(kept.configHash)) refuse()
  const passes: KeptPass[] = []
  return {
    store: {
      load: () => undefined,
      append: (_, pass) => {
        passes.push(pass)
        return 'kept'
      },
      findOriginal: () => undefined,
      findCached: () => undefined,
      cache: () => undefined,
    },
    keep(state) {
      const configHash = REPLAY + settingsHash(settings)
      const replaced = ledger.replaceSession(sessionId, passes, { state, configHash, mayReplace: isReplay })
      if (replaced === 'refused') refuse()
    },
  }
}

/** Of what decisions depend on. */
export function settingsHash(settings: Readonly<Record<string, unknown>> | FitSettings): string {
  const said = JSON.stringify(settings, (name, value: unknown) =>
    name === 'counter' ? nameOf(value) : value,
  )
  return sha256(said).slice(0, 16)
}

function nameOf(counter: unknown): unknown {
  return typeof counter === 'object' && counter !== null && 'name' in counter ? counter.name : counter
}
