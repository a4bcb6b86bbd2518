import type { VarveError } from '@varve/core'
import { errorEnvelope, errorText, stackOf } from '../operations/told-error.ts'
import type { OutputFormat } from './output-format.ts'

export { asVarveError } from '../operations/told-error.ts'

/** An error as standard error shows it, with the one command that mends it last. */
export function renderError(error: VarveError, format: OutputFormat, debug: boolean): string {
  if (format === 'json') return `${JSON.stringify(errorEnvelope(error))}\n`
  return `${[errorText(error), ...(debug ? [stackOf(error)] : [])].join('\n')}\n`
}
