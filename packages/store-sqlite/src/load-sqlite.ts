import type { DatabaseSync } from 'node:sqlite'

interface SqliteModule {
  readonly DatabaseSync: typeof DatabaseSync
}

let loaded: SqliteModule | undefined

/**
 * Loads `node:sqlite` without the warning that it is experimental, which would go to the stderr of
 * every command on Node 22. Any other warning passes.
 */
export function loadSqlite(): SqliteModule {
  loaded ??= withoutSqliteWarning(() => process.getBuiltinModule('node:sqlite'))
  return loaded
}

/** Runs `load` and lets every warning through but the one about SQLite. */
export function withoutSqliteWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    if (isSqliteWarning(warning, rest[0])) return
    // The overloads of emitWarning can't be forwarded by type.
    Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

function isSqliteWarning(warning: string | Error, type: unknown): boolean {
  const text = typeof warning === 'string' ? warning : warning.message
  return type === 'ExperimentalWarning' && text.includes('SQLite')
}
