import { findOwnText, VarveError } from '@varve/core'
import type { OperationContext } from './context.ts'

/**
 * A text as a writer gave it, ready to be kept: secrets masked. What Varve itself rendered is refused:
 * it says only what the memory says already, and would come back with each rendering.
 */
export function captureText(content: string, { redact }: Pick<OperationContext, 'redact'>): string {
  const own = findOwnText(content)
  if (own === undefined) return redact(content)
  const line = own.isWhole ? 1 : (own.parts[0]?.from ?? 1)
  throw new VarveError(
    'invalid_value',
    `the text holds what Varve rendered from its memory, from line ${line}: that is known already`,
    { fix: ['varve add "<only what is new>"', 'varve search "<words>"'] },
  )
}
