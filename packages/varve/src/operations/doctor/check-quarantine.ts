import type { Issue, QuarantinedItem } from '@varve/core'
import type { OperationContext } from '../context.ts'

/** Items that imports could make no entry of. */
export function checkQuarantine(context: OperationContext): readonly Issue[] {
  return context
    .reading()
    .quarantine()
    .map((item) => quarantined(item.reason === 'invalid_frontmatter' ? item.reason : 'bad_entry', item))
}

function quarantined(
  code: string,
  { format, file, line, offset, reason, text, encoding }: QuarantinedItem,
): Issue {
  return {
    code,
    severity: 'error',
    subjects: [`${file}:${line}`],
    message: `${file}:${line} (byte ${offset}) was quarantined: ${reason}`,
    detail: { text, encoding },
    fix: [`varve import ${format} ${file}`],
  }
}
