import type { Issue } from '@varve/core'
import type { OperationContext } from '../context.ts'

/** Stored text in which the redaction rules of today find a secret. The value is never printed. */
export function checkSecrets(context: OperationContext): readonly Issue[] {
  const reader = context.reading()
  const issues: Issue[] = []
  for (const entry of reader.entries({ visibility: 'all' })) {
    const text = JSON.stringify(entry)
    if (context.redact(text) === text) continue
    issues.push({
      code: 'secret_in_store',
      severity: 'error',
      subjects: [entry.id],
      message: `${entry.id} holds what looks like a secret`,
      fix: [`varve purge ${entry.id} --reason secret`],
    })
  }
  return issues
}
