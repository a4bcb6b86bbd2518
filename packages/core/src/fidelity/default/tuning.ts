/** What the profile `default` can be tuned by, with the names of the settings `fidelity.*`. */
export interface Tuning {
  readonly highRatio: number
  readonly lowRatio: number
  readonly highMax: number
  readonly hardRatio: number
  readonly minAgeCalls: number
  readonly minResultTokens: number
  readonly minCallTokens: number
  readonly minGain: number
  readonly minGainFree: number
  /** Least tokens of a pass; by default 4 000 or a twentieth of the budget. */
  readonly minReclaim?: number
  readonly minCallsBetweenPasses: number
  readonly digestTokens: number
  /** Quotations to expect for each token, below which a part isn't worth its place once a pass is made. */
  readonly leastWorth: number
  /** Whether results are shown as an extract of their kind (the end of a log, the shape of JSON) instead of a line. */
  readonly extracts: boolean
  readonly compressedMaxTokens: number
  readonly refHalfLifeCalls: number
  readonly elideArgs: boolean
  readonly appliedEdits: boolean
  readonly duplicates: boolean
  readonly superseded: boolean
  readonly reasoning: 'drop-old' | 'keep'
  readonly userBudgetRatio: number
  readonly userBudgetMin: number
  readonly pasteMinTokens: number
  readonly pins: readonly string[]
  /** Steps that a plan or todo list is looked ahead; 0 is none. */
  readonly planDepth: number
  /** Whether todo lists in the window count as a plan. Off: no measurement supports it yet. */
  readonly planFromTodos: boolean
}

/** How early a pass comes, and how far it goes at least, as shares of the budget without overhead. */
export const PRESETS = {
  light: { highRatio: 0.37, lowRatio: 0.3 },
  balanced: { highRatio: 0.21, lowRatio: 0.165 },
  lean: { highRatio: 0.14, lowRatio: 0.105 },
} as const

export const TUNING: Tuning = {
  ...PRESETS.balanced,
  highMax: 150_000,
  hardRatio: 0.9,
  minAgeCalls: 4,
  minResultTokens: 120,
  minCallTokens: 600,
  minGain: 60,
  minGainFree: 40,
  minCallsBetweenPasses: 3,
  digestTokens: 400,
  leastWorth: 0.0002,
  extracts: false,
  compressedMaxTokens: 160,
  refHalfLifeCalls: 40,
  elideArgs: true,
  appliedEdits: false,
  duplicates: true,
  superseded: true,
  reasoning: 'drop-old',
  userBudgetRatio: 0.15,
  userBudgetMin: 8000,
  pasteMinTokens: 1500,
  pins: ['system', 'task', 'user', 'correction', 'protect', 'plan', 'tool:*skill*'],
  planDepth: 3,
  planFromTodos: false,
}

/** Above `high` tokens a pass is due, which brings the window down to `low`. */
export interface Watermarks {
  readonly high: number
  readonly low: number
  readonly hard: number
}

/** What a host may say of the marks. */
export interface MarkOptions {
  readonly budget: number
  /** Tokens that are sent with every call: the shares are of what they leave. */
  readonly overhead?: number
  readonly high?: number
  readonly low?: number
}

export function watermarks(options: MarkOptions, tuning: Tuning): Watermarks {
  const { budget, overhead = 0 } = options
  const most = Math.min(tuning.highRatio * Math.max(0, budget - overhead), tuning.highMax)
  const high = options.high ?? overhead + most
  const low = options.low ?? overhead + ((high - overhead) * tuning.lowRatio) / tuning.highRatio
  return { high, low, hard: tuning.hardRatio * budget }
}
