import {
  type EntryId,
  type Issue,
  partIdOf,
  type StoredOperation,
  type StoreReader,
  sortedUnique,
} from '@varve/core'
import type { OperationContext } from '../context.ts'
import { isSecret } from '../is-secret.ts'

/**
 * Stored text in which the redaction rules of today find a secret: every operation of the journal, and
 * so every text that an entry ever had, what lies in quarantine, and what was said in sessions. The value is never printed.
 */
export function checkSecrets(context: OperationContext): readonly Issue[] {
  const { redact } = context
  const reader = context.reading()
  const entries = new Set<EntryId>()
  const elsewhere: string[] = []
  for (const { id, command, reason } of reader.records({})) {
    for (const operation of reader.record(id)?.operations ?? []) {
      const entry = entryOf(operation)
      if ((entry !== undefined && entries.has(entry)) || !holdsSecret(operation, redact)) continue
      if (entry === undefined) elsewhere.push(id)
      else entries.add(entry)
    }
    if (holdsSecret([command, reason], redact)) elsewhere.push(id)
  }
  const quarantined = reader.quarantine().filter((item) => holdsSecret([item.text, item.file], redact))
  return [
    ...sortedUnique(entries).map((id) => secretIn(id, `varve purge ${id} --reason secret`)),
    ...quarantined.map(({ file, line }) => {
      const place = `${redact(file)}:${line}`
      return secretIn(place, `varve purge ${JSON.stringify(place)} --reason secret`)
    }),
    ...sortedUnique(elsewhere).map((id) => secretIn(id, `varve log --plan ${id}`)),
    ...listParts(reader, redact).map((id) => secretIn(id, `varve purge --part ${id}`)),
  ]
}

/** Parts of what was said in sessions that hold a secret, or held one before they were written again. */
function listParts(reader: StoreReader, redact: (text: string) => string): readonly string[] {
  return reader.sessions().flatMap(({ id: session }) =>
    [...reader.sessionMessages(session)].flatMap((message) => {
      const said = [message, ...reader.messageRevisions(message.id)]
      const places = Math.max(...said.map(({ parts }) => parts.length))
      return Array.from({ length: places }, (_, place) => place)
        .filter((place) => said.some(({ parts }) => holdsSecret(parts[place], redact)))
        .map((place) => partIdOf(message.id, place))
    }),
  )
}

function secretIn(subject: string, fix: string): Issue {
  return {
    code: 'secret_in_store',
    severity: 'error',
    subjects: [subject],
    message: `${subject} holds what looks like a secret`,
    fix: [fix],
  }
}

/** The entry whose purge erases the operation. */
function entryOf(operation: StoredOperation): EntryId | undefined {
  return 'id' in operation ? operation.id : undefined
}

/** Each text by itself, as it was masked when it came in: joined, two harmless ones can look like a secret. */
function holdsSecret(value: unknown, redact: (text: string) => string): boolean {
  if (typeof value === 'string') return isSecret(value, { redact })
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some((member) => member.some((part) => holdsSecret(part, redact)))
}
