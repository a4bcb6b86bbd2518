import { VarveError } from '@varve/core'
import type { OutputFormat } from './output-format.ts'

/** An error as standard error shows it, with the one command that mends it last. */
export function renderError(error: VarveError, format: OutputFormat, debug: boolean): string {
  if (format === 'json') return `${JSON.stringify(errorEnvelope(error))}\n`
  const lines = [`error: ${error.message}`, ...error.fix.map((command) => `  try: ${command}`)]
  if (debug) lines.push(String(error.stack), ...(error.cause ? [`cause: ${String(error.cause)}`] : []))
  return `${lines.join('\n')}\n`
}

/** The same for every surface: `code` is the exit code, `type` the error's name. */
export function errorEnvelope(error: VarveError): object {
  const { exitCode, code, message, subjects, fix } = error
  return { error: { code: exitCode, type: code, message, subjects, fix } }
}

/** What was thrown, as a VarveError: what nobody foresaw is `internal`. */
export function asVarveError(thrown: unknown): VarveError {
  if (VarveError.isInstance(thrown)) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new VarveError('internal', message, { cause: thrown, fix: ['VARVE_DEBUG=1 varve doctor'] })
}
