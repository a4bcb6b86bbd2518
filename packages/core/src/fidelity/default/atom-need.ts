import type { AtomClass } from '../atoms/atoms.ts'

/** What is known of a part that tells whether something in it will be quoted. */
export interface Signals {
  /** Calls since it came. */
  readonly age: number
  /** From 0 to 1, where a plan is known. */
  readonly plan?: number | undefined
  /** From 0 to 1, where vectors are at hand. */
  readonly semantic?: number | undefined
}

/** An atom as it stands in a part. `changed` is a line of what an edit or a write says. */
export type AtomRole = Exclude<AtomClass, 'line'> | 'changed' | 'line'

/**
 * `pn2`: log odds that the agent quotes an atom which only one part shows, fitted on recorded sessions. Lines weigh
 * more, because an edit takes several of them.
 */
const LOG_ODDS: Readonly<Record<AtomRole, number>> = {
  path: -0.43,
  ident: -0.43,
  num: -2.22,
  changed: 0.4,
  line: -1.9,
}
const AGE = -0.59
const REFERENCES = 0.65
/** A name that was never quoted counts as one tenth of a quotation. */
const UNQUOTED = 0.1

/** How strongly a part speaks for all that is in it. */
export function partOdds({ age, plan = 0, semantic = 0 }: Signals): number {
  return AGE * Math.log(1 + age) + plan + semantic
}

/** The probability that an atom will be quoted; `references` is how often it was, the older the less. */
export function atomNeed(odds: number, role: AtomRole, references: number): number {
  return 1 / (1 + Math.exp(-(odds + LOG_ODDS[role] + REFERENCES * Math.log(references + UNQUOTED))))
}
