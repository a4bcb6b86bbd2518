/** Where a memory is opened, and for whom. */
export interface VarveOptions {
  /** The project's folder, or one inside it; default: that of the process. */
  readonly cwd?: string
  /** What Varve reads of the environment (`VARVE_HOME`, `VARVE_PROJECT`, `VARVE_ACTOR` …); default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The agent's session that it is opened for: what it reads is counted as asked for by that session. */
  readonly session?: string
}

/** What one call takes beside its fields. */
export interface RunOptions {
  /** What a command would read from standard input, where a field is `-`. */
  readonly stdin?: string
  /** Ends a long call between two steps; nothing is half written. */
  readonly signal?: AbortSignal
}

/** The memory of a project: each operation of the command by its name. */
export interface Varve {
  /**
   * Runs `varve <operation>` and gives what `--json` prints: the shapes stand in
   * `docs/reference/operations`, the fields in `docs/reference/commands.md`; names may be spelled
   * `maxTokens` or `max_tokens`. Calls are answered one after another.
   *
   * Rejects with a {@link VarveFailure}: `not_found` for an operation that there isn't, `usage` and
   * `invalid_value` for fields that it doesn't take, else what the command would end with.
   */
  run(
    operation: string,
    fields?: Readonly<Record<string, unknown>>,
    options?: RunOptions,
  ): Promise<Readonly<Record<string, unknown>>>
  /** Ends after the calls that are under way. */
  close(): Promise<void>
}

/** What fails: the code is public and pinned (`docs/reference/errors.md`). */
export interface VarveFailure extends Error {
  readonly code: string
  /** The ids, paths or names that it is about. */
  readonly subjects: readonly string[]
  /** Commands that mend it. */
  readonly fix: readonly string[]
  /** What the command would end with: 1 failure, 2 usage, 3 data. */
  readonly exitCode: number
}
