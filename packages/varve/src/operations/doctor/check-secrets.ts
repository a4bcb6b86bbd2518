import type { Issue } from '@varve/core'
import type { OperationContext } from '../context.ts'

/** Stored text in which the redaction rules of today find a secret. The value is never printed. */
export function checkSecrets(context: OperationContext): readonly Issue[] {
  const reader = context.reading()
  const issues: Issue[] = []
  for (const entry of reader.entries({ visibility: 'all' })) {
    if (!holdsSecret(entry, context.redact)) continue
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

/** Each text by itself, as it was masked when it came in: joined, two harmless ones can look like a secret. */
function holdsSecret(value: unknown, redact: (text: string) => string): boolean {
  if (typeof value === 'string') return redact(value) !== value
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some((member) => member.some((part) => holdsSecret(part, redact)))
}
