import type { Issue } from '@varve/core'
import type { OperationContext } from '../context.ts'

/** Items that imports could make no entry of. */
export function checkQuarantine(context: OperationContext): readonly Issue[] {
  return context
    .reading()
    .quarantine()
    .map(({ format, file, line, offset, reason, text, encoding }) => ({
      code: 'bad_entry',
      severity: 'error',
      subjects: [`${file}:${line}`],
      message: `${file}:${line} (byte ${offset}) was quarantined: ${reason}`,
      detail: { text, encoding },
      fix: [`varve import ${format} ${file}`],
    }))
}
