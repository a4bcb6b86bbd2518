const MARKER = Symbol.for('varve.error')

/** Every code an error can carry. Public: a caller may switch on it. */
export const ERROR_CODES = [
  'usage',
  'unknown_command',
  'unknown_flag',
  'unknown_format',
  'invalid_value',
  'not_found',
  'ambiguous_id',
  'not_a_digest',
  'lineage',
  'unknown_layer',
  'store_missing',
  'store_invalid',
  'store_newer',
  'config_invalid',
  'project_ambiguous',
  'team_missing',
  'team_refused',
  'team_unreachable',
  'host_file_invalid',
  'host_file_conflict',
  'stale_plan',
  'unknown_task',
  'bad_answer',
  'stale_task',
  'undo_conflict',
  'busy',
  'disk_full',
  'read_only',
  'unreadable',
  'budget_too_small',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** The four ways a command ends: 0 done, 1 failure, 2 usage, 3 data. */
export type ExitCode = 0 | 1 | 2 | 3

const EXIT: Readonly<Record<ErrorCode, ExitCode>> = {
  usage: 2,
  unknown_command: 2,
  unknown_flag: 2,
  unknown_format: 2,
  invalid_value: 2,
  not_found: 3,
  ambiguous_id: 2,
  not_a_digest: 2,
  unknown_layer: 2,
  lineage: 3,
  store_missing: 3,
  store_invalid: 3,
  store_newer: 3,
  config_invalid: 3,
  project_ambiguous: 3,
  team_missing: 3,
  team_refused: 3,
  team_unreachable: 1,
  host_file_invalid: 3,
  host_file_conflict: 3,
  stale_plan: 3,
  unknown_task: 3,
  bad_answer: 2,
  stale_task: 3,
  undo_conflict: 3,
  busy: 1,
  disk_full: 1,
  read_only: 1,
  unreadable: 1,
  budget_too_small: 2,
  internal: 1,
}

export interface VarveErrorOptions {
  readonly subjects?: readonly string[]
  /** The commands that mend it, ready to copy. */
  readonly fix?: readonly string[]
  readonly cause?: unknown
}

/**
 * The one error class: a code, what failed and on which ids, and the command that mends it.
 * `VarveError.isInstance` works across copies of the package.
 */
export class VarveError extends Error {
  override readonly name = 'VarveError'
  readonly code: ErrorCode
  readonly subjects: readonly string[]
  readonly fix: readonly string[]

  constructor(code: ErrorCode, message: string, options: VarveErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.subjects = options.subjects ?? []
    this.fix = options.fix ?? []
    Object.defineProperty(this, MARKER, { value: true })
  }

  get exitCode(): ExitCode {
    return EXIT[this.code]
  }

  static isInstance(value: unknown): value is VarveError {
    return typeof value === 'object' && value !== null && MARKER in value
  }
}
