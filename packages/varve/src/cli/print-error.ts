import { createRedactor, VarveError } from '@varve/core'
import type { OutputFormat } from './output-format.ts'

/** An error as standard error shows it, with the one command that mends it last. */
export function renderError(error: VarveError, format: OutputFormat, debug: boolean): string {
  if (format === 'json') return `${JSON.stringify(errorEnvelope(error))}\n`
  const lines = [`error: ${error.message}`, ...error.fix.map((command) => `  try: ${command}`)]
  if (debug) lines.push(createRedactor().redact(stackOf(error)).text)
  return `${lines.join('\n')}\n`
}

/** With what caused it, and what caused that. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? `${error.stack}` : `${error.stack}\ncause: ${stackOf(error.cause)}`
}

/** The same for every surface: `code` is the exit code, `type` the error's name. */
export function errorEnvelope(error: VarveError): object {
  const { exitCode, code, message, subjects, fix } = error
  return { error: { code: exitCode, type: code, message, subjects, fix } }
}

/** What was thrown, as a VarveError: what nobody foresaw is `internal`. What was typed may be a secret. */
export function asVarveError(thrown: unknown): VarveError {
  const { redact } = createRedactor()
  const masked = (text: string) => redact(text).text
  if (!VarveError.isInstance(thrown)) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    return new VarveError('internal', masked(message), { cause: thrown, fix: ['VARVE_DEBUG=1 varve doctor'] })
  }
  return new VarveError(thrown.code, masked(thrown.message), {
    subjects: thrown.subjects.map(masked),
    fix: thrown.fix.map(masked),
    cause: thrown,
  })
}
