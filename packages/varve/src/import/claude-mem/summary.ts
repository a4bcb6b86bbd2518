import type { JsonObject } from '@varve/core'
import { type DraftPlace, draftFields, member } from '../draft-fields.ts'
import type { DraftFields } from '../import-format.ts'
import { textMember } from '../json-members.ts'
import { createdOf, projectOf, refsOf, restOf } from './members.ts'

/** Texts of a summary, with the heading each gets. */
const SECTIONS: readonly (readonly [member: string, heading: string])[] = [
  ['investigated', 'Investigated'],
  ['learned', 'Learned'],
  ['completed', 'Completed'],
  ['next_steps', 'Next steps'],
  ['notes', 'Notes'],
]

/** What claude-mem wrote of a session at a stop. Undefined where it wrote nothing. */
export function summaryFields(
  row: JsonObject,
  place: DraftPlace,
  session: string | undefined,
): DraftFields | undefined {
  const title = textMember(row, 'request')
  const sections = SECTIONS.flatMap(([name, heading]) => {
    const text = textMember(row, name)
    return text === undefined ? [] : [{ name, text: `## ${heading}\n\n${text}` }]
  })
  const content = sections.length === 0 ? title : sections.map(({ text }) => text).join('\n\n')
  if (content === undefined) return undefined
  return draftFields(place, {
    type: 'note',
    ...(title !== undefined && sections.length > 0 && { title }),
    content,
    tags: ['session-summary'],
    refs: refsOf(row, ['files_edited', 'files_read']),
    ...createdOf(row),
    ...member('custom', projectOf(row)),
    ...member(
      'extra',
      restOf(row, [...(title === undefined ? [] : ['request']), ...sections.map(({ name }) => name)]),
    ),
    source: session === undefined ? {} : { session },
  })
}
