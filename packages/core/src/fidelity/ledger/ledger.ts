import { VarveError } from '../../domain/errors.ts'
import type { Decision, DraftDecision, DraftPass, Pass } from './decision.ts'

const VERSION = 1

/** All that a session decided, as plain data. */
export interface LedgerState {
  readonly version: number
  readonly passes: readonly Pass[]
  readonly decisions: readonly Decision[]
}

/** The decisions of a session, in order. Records are added, and never changed. */
export class Ledger {
  readonly #passes: Pass[]
  readonly #decisions: Decision[]
  readonly #latest = new Map<string, Decision>()

  constructor(state: LedgerState = { version: VERSION, passes: [], decisions: [] }) {
    if (state.version > VERSION) {
      throw new VarveError(
        'store_newer',
        `the ledger is of version ${state.version}, this program of ${VERSION}`,
      )
    }
    this.#passes = [...state.passes]
    this.#decisions = [...state.decisions]
    for (const decision of this.#decisions) this.#latest.set(decision.key, decision)
  }

  /** The last decision on a part; none means that it is shown as it is. */
  find(key: string): Decision | undefined {
    return this.#latest.get(key)
  }

  get passCount(): number {
    return this.#passes.length
  }

  get decisionCount(): number {
    return this.#decisions.length
  }

  get lastPass(): Pass | undefined {
    return this.#passes.at(-1)
  }

  /** Adds a pass with all its decisions, which then hold from the next view on. */
  append(pass: DraftPass, decisions: readonly DraftDecision[]): Pass {
    const numbered: Pass = { ...pass, pass: this.#passes.length + 1 }
    this.#passes.push(numbered)
    for (const draft of decisions) {
      const decision = { ...draft, seq: this.#decisions.length + 1, pass: numbered.pass }
      this.#decisions.push(decision)
      this.#latest.set(decision.key, decision)
    }
    return numbered
  }

  /** What a pass decided, in order. */
  decisionsOf(pass: number): readonly Decision[] {
    return this.#decisions.filter((decision) => decision.pass === pass)
  }

  /** The decisions that give every part of a pass back what was shown before it. */
  inverseOf(pass: number): readonly DraftDecision[] {
    return this.#decisions
      .filter((decision) => decision.pass === pass)
      .map((undone) => {
        const before = this.#decisions.findLast(({ key, seq }) => key === undone.key && seq < undone.seq)
        const { seq: _, pass: __, ...shown } = before ?? restored(undone)
        return { ...shown, gain: -undone.gain }
      })
  }

  state(): LedgerState {
    return { version: VERSION, passes: [...this.#passes], decisions: [...this.#decisions] }
  }
}

function restored(decision: Decision): Decision {
  const { tokensBefore } = decision
  return {
    ...decision,
    level: 'full',
    action: 'restore',
    text: null,
    reason: 'undone',
    tokensAfter: tokensBefore,
  }
}
