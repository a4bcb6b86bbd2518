import { VarveError } from '../../domain/errors.ts'

/** Settings of the profile `cam`, by the names of its origin, as `fidelity.cam.*` holds them. */
export interface CamConfig {
  readonly enabled: boolean
  readonly w_semantic: number
  readonly w_temporal: number
  readonly w_importance: number
  readonly w_plan: number
  readonly full_threshold: number
  readonly compressed_threshold: number
  readonly compressed_max_tokens: number
  /** Share of the budget from which a turn is scored anew. */
  readonly regrade_threshold: number
  /** Bytes of UTF-8. */
  readonly min_query_length: number
  readonly max_scored_messages: number
  readonly exempt_tail_messages: number
  readonly lookahead_depth: number
  /** The formulas of the origin to the digit, without what mends them. */
  readonly compat: boolean
  readonly when: 'pressure' | 'always'
  /** Share of the budget below which nothing is scored. */
  readonly score_threshold: number
}

export const CAM_DEFAULTS: CamConfig = {
  enabled: false,
  w_semantic: 0.3,
  w_temporal: 0.3,
  w_importance: 0.2,
  w_plan: 0.2,
  full_threshold: 0.7,
  compressed_threshold: 0.3,
  compressed_max_tokens: 50,
  regrade_threshold: 0.6,
  min_query_length: 8,
  max_scored_messages: 500,
  exempt_tail_messages: 0,
  lookahead_depth: 3,
  compat: false,
  when: 'pressure',
  score_threshold: 0.35,
}

type NumberKey = { [K in keyof CamConfig]: CamConfig[K] extends number ? K : never }[keyof CamConfig]

const RANGES: Readonly<Record<NumberKey, readonly [least: number, most: number]>> = {
  w_semantic: [0, Number.MAX_VALUE],
  w_temporal: [0, Number.MAX_VALUE],
  w_importance: [0, Number.MAX_VALUE],
  w_plan: [0, Number.MAX_VALUE],
  full_threshold: [0, 1],
  compressed_threshold: [0, 1],
  compressed_max_tokens: [1, 4000],
  regrade_threshold: [0, 1],
  min_query_length: [0, 1_000_000],
  max_scored_messages: [1, 1_000_000],
  exempt_tail_messages: [0, 1_000_000],
  lookahead_depth: [0, 5],
  score_threshold: [0, 1],
}

/** The settings with their defaults. Throws `config_invalid` where a number is out of its range. */
export function camConfig(given: Partial<CamConfig> = {}): CamConfig {
  const config = { ...CAM_DEFAULTS, ...given }
  // The keys of the table are those of the type.
  for (const [key, [least, most]] of Object.entries(RANGES) as [NumberKey, readonly [number, number]][]) {
    const value = config[key]
    if (!(value >= least && value <= most)) {
      throw invalid(key, `fidelity.cam.${key} (${value}) must be between ${least} and ${most}`)
    }
  }
  const { full_threshold, compressed_threshold } = config
  if (full_threshold >= compressed_threshold) return config
  throw invalid(
    'full_threshold',
    `fidelity.cam.full_threshold (${full_threshold}) must be >= compressed_threshold (${compressed_threshold})`,
  )
}

function invalid(key: string, message: string): VarveError {
  return new VarveError('config_invalid', message, { subjects: [`fidelity.cam.${key}`] })
}
