import type { OperationRequest } from '../http/answer-operation.ts'

/** What a person may change from the page: all of it can be taken back there. */
const CHANGES: ReadonlySet<string> = new Set([
  'undo',
  'redo',
  'review accept',
  'review reject',
  'review supersede',
  'review edit',
  'review snooze',
])
/** Reads, but writes files where it is told to. */
const WRITES_FILES = 'export'
/** Only reads but with these. */
const DOCTOR = { name: 'doctor', changes: ['fix', 'linkProject'] } as const

/** Whether the page may ask for it: what reads, and the few changes that it has buttons for. */
export function isOffered({
  operation: { name, effect },
  raw,
}: Pick<OperationRequest, 'operation' | 'raw'>): boolean {
  if (name === DOCTOR.name) return !DOCTOR.changes.some((field) => Object.hasOwn(raw, field))
  return CHANGES.has(name) || (effect === 'reads' && name !== WRITES_FILES)
}
