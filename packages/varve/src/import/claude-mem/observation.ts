import { type JsonObject, sortedUnique } from '@varve/core'
import { type DraftPlace, draftFields, member } from '../draft-fields.ts'
import type { DraftFields } from '../import-format.ts'
import { textMember } from '../json-members.ts'
import { guessCategory } from '../markdown/guess-category.ts'
import { createdOf, listOf, projectOf, refsOf, restOf } from './members.ts'

/** What claude-mem's types say in our words. A bug that was mended or a feature that was built is work. */
const MEM_TYPES = { decision: 'decision', discovery: 'learning' } as const

/** An observation: what was seen or decided in a session. Undefined where it has no text. */
export function observationFields(
  row: JsonObject,
  place: DraftPlace,
  session: string | undefined,
): DraftFields | undefined {
  const [type, title, subtitle] = ['type', 'title', 'subtitle'].map((name) => textMember(row, name))
  const told = textMember(row, 'narrative') === undefined ? 'text' : 'narrative'
  const facts = listOf(row, 'facts')
  const concepts = listOf(row, 'concepts')
  const body = [textMember(row, told), facts?.map((fact) => `- ${fact}`).join('\n')]
  const content = body.filter((part) => part !== undefined && part !== '').join('\n\n')
  const text = content === '' ? (subtitle ?? title) : content
  if (text === undefined) return undefined
  return draftFields(place, {
    type: type ?? 'fact',
    category: guessCategory([type ?? '']),
    ...memTypeOf(type),
    ...(title !== undefined && { title }),
    ...(subtitle !== undefined && content !== '' && { summary: subtitle }),
    content: text,
    tags: sortedUnique((concepts ?? []).filter((concept) => concept.trim() !== '')),
    refs: refsOf(row, ['files_modified', 'files_read']),
    ...createdOf(row),
    ...member('custom', projectOf(row)),
    ...member(
      'extra',
      restOf(row, [
        ...['type', 'title', 'subtitle', told].filter((name) => textMember(row, name) !== undefined),
        ...(facts === undefined ? [] : ['facts']),
        ...(concepts === undefined ? [] : ['concepts']),
      ]),
    ),
    source: session === undefined ? {} : { session },
  })
}

function memTypeOf(type: string | undefined): Pick<DraftFields, 'mem_type'> {
  return type === 'decision' || type === 'discovery' ? { mem_type: MEM_TYPES[type] } : {}
}
