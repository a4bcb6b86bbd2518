/** What is known of a part that tells whether it will be needed again. */
export interface Signals {
  /** Calls since it came. */
  readonly age: number
  /** How much the agent still names what is in it. */
  readonly backref: number
  /** Share of the words of the agent's last messages that it holds. */
  readonly recent: number
  /** Whether later parts show the same lines. */
  readonly superseded: boolean
  /** Tokens of the original. */
  readonly size: number
  /** From 0 to 1, where a plan is known. */
  readonly plan?: number | undefined
  /** From 0 to 1, where vectors are at hand. */
  readonly semantic?: number | undefined
}

/** `pn1`: fitted on recorded sessions, each tested without itself. */
const COEFFICIENTS = {
  constant: -2.8,
  age: -0.57,
  backref: 0.32,
  recent: 1.9,
  superseded: -3.2,
  size: 0.26,
  plan: 1,
  semantic: 1,
} as const

/** The estimated probability that a part is needed within the next 40 calls. */
export function estimateNeed(signals: Signals): number {
  const { age, backref, recent, superseded, size, plan = 0, semantic = 0 } = signals
  const z =
    COEFFICIENTS.constant +
    COEFFICIENTS.age * Math.log(1 + age) +
    COEFFICIENTS.backref * Math.log(1 + backref) +
    COEFFICIENTS.recent * recent +
    (superseded ? COEFFICIENTS.superseded : 0) +
    COEFFICIENTS.size * Math.log(size) +
    COEFFICIENTS.plan * plan +
    COEFFICIENTS.semantic * semantic
  return 1 / (1 + Math.exp(-z))
}
