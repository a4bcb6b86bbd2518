import { createRedactor, VarveError } from '@varve/core'

/** The same for every surface: `code` is the exit code, `type` the error's name. */
export function errorEnvelope(error: VarveError) {
  const { exitCode, code, message, subjects, fix } = error
  return { error: { code: exitCode, type: code, message, subjects, fix } }
}

/** An error for people, with the one command that mends it last. */
export function errorText(error: VarveError): string {
  return [`error: ${error.message}`, ...error.fix.map((command) => `  try: ${command}`)].join('\n')
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

/** With what caused it, and what caused that; masked. */
export function stackOf(error: unknown): string {
  return createRedactor().redact(rawStack(error)).text
}

function rawStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? `${error.stack}` : `${error.stack}\ncause: ${rawStack(error.cause)}`
}
