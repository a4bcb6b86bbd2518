import type { JsonObject } from '@varve/core'
import { type DraftPlace, draftFields, member } from '../draft-fields.ts'
import type { DraftFields } from '../import-format.ts'
import { textMember } from '../json-members.ts'
import { createdOf, projectOf, restOf } from './members.ts'

/** A rule that claude-mem says at the start of every session: what a pinned entry is here. */
export function directiveFields(row: JsonObject, place: DraftPlace): DraftFields | undefined {
  const content = textMember(row, 'content')
  if (content === undefined) return undefined
  return draftFields(place, {
    category: 'conventions',
    content,
    pinned: true,
    ...createdOf(row),
    ...member('custom', projectOf(row)),
    ...member('extra', restOf(row, ['content'])),
  })
}

export function isActive(directive: JsonObject): boolean {
  return (textMember(directive, 'status') ?? 'active') === 'active'
}
