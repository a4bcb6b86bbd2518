import type { Entry } from '../../domain/entry.ts'
import { sha256 } from '../../domain/sha256.ts'
import { normaliseText } from './normalise-text.ts'
import { textKey } from './text-key.ts'

/**
 * What makes two statements the same: their text and, where they name it, what they speak of. "Age 28"
 * of Alice and of Bob are two facts, and so is "write tests" under two headings.
 */
export function statementKey({ content, entity }: Pick<Entry, 'content' | 'entity'>): string | undefined {
  const key = textKey(content)
  if (key === undefined || entity === undefined) return key
  return sha256(`about/1\n${key}\n${entity.kind}\n${normaliseText(entity.name) ?? entity.name}`)
}
