import type { OpenView } from '../../compact/open-view.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { WallClock } from '../../ports/clock.ts'
import type { Model } from '../../ports/model.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import type { Coverage } from '../batches/dedup-batches.ts'
import type { GroupLimits } from '../judge-group.ts'
import type { Ledger } from '../ledger.ts'
import type { NarratedLines } from '../narrative/narrative-key.ts'
import type { Doubt } from '../stale/stale-question.ts'
import type { AskLimits } from './ask.ts'
import type { RunLimits } from './budget.ts'
import type { ProposeOutcome, ProposeStep } from './outcome.ts'

export interface ProposeLimits extends RunLimits, AskLimits, GroupLimits {
  readonly maxEntriesPerCall: number
  readonly minFusionSize: number
  readonly narrativeRecall: number
}

export interface ProposeRequest {
  readonly reader: StoreReader
  readonly view: OpenView
  readonly model: Model
  readonly steps: ReadonlySet<ProposeStep>
  readonly limits: ProposeLimits
  readonly coverage: Coverage
  readonly categories: readonly string[]
  readonly only?: ReadonlySet<string>
  /** Entries that rules found broken, and those that rules couldn't decide. */
  readonly broken: ReadonlySet<EntryId>
  readonly doubts: readonly Doubt[]
  /**
   * Told what merges and verdicts came to, before prose is asked for: whoever applies them does it here, and
   * then says which lines the index lists.
   */
  readonly settle: (found: ProposeOutcome) => readonly NarratedLines[]
  readonly ledger: Ledger
  /** Asks about everything again, whatever was decided. */
  readonly full: boolean
  readonly retryRejected: boolean
  /** Takes up the answers of a run that was broken off. */
  readonly resume: boolean
  /** Lists the questions, and asks none. */
  readonly noCalls: boolean
  /** What passes the guard waits for a person too. */
  readonly allWait: boolean
  readonly clock: WallClock
  readonly pause: (ms: number) => Promise<void>
  readonly counter: TokenCounter
  readonly redact: (text: string) => string
  readonly isSecret: (text: string) => boolean
  /** Keeps the ledger after each answer, so that a run that is broken off loses none. */
  readonly keep: (ledger: Ledger) => void
}
