import { isJsonObject, type JsonObject } from '@varve/core'
import { type DraftPlace, draftFields, member } from '../draft-fields.ts'
import {
  type DraftFields,
  type DraftLink,
  type ImportSource,
  joinImports,
  NOTHING,
  type ParsedImport,
  type SourceFile,
} from '../import-format.ts'
import { type JsonRow, readKnownRows } from '../json-lines.ts'
import {
  instantMember,
  isExactInstant,
  linkType,
  objectsMember,
  tagsMember,
  textMember,
  withoutMembers,
} from '../json-members.ts'
import { RowDrafts } from '../row-drafts.ts'
import { isInteraction, isIssue } from './beads-row.ts'

const FORMAT = 'beads'
/** Texts of an issue beside its description, with the heading each gets. */
const SECTIONS: readonly (readonly [member: string, heading: string])[] = [
  ['design', 'Design'],
  ['acceptance_criteria', 'Acceptance criteria'],
  ['notes', 'Notes'],
  ['close_reason', 'Closed'],
]
const CUSTOM = ['status', 'priority', 'issue_type']
const LINK_TYPES: Readonly<Record<string, string>> = {
  'parent-child': 'part-of',
  'discovered-from': 'derived-from',
  'relates-to': 'related',
  duplicates: 'same-as',
  'replies-to': 'answers',
  blocks: 'depends-on',
}

export function parse(source: ImportSource): ParsedImport {
  return joinImports(source.files.map((file) => parseFile(file, source)))
}

function parseFile(file: SourceFile, source: ImportSource): ParsedImport {
  const { rows, quarantined } = readKnownRows(file, FORMAT, (row) => isIssue(row) || isInteraction(row))
  const into = new RowDrafts(file.path)
  const retracted: string[] = []
  for (const row of rows) {
    const place = { format: FORMAT, file: file.path, line: row.line, trust: source.trust }
    if (isIssue(row.value)) {
      const ref = addIssue(into, row, place)
      if (ref !== undefined && textMember(row.value, 'status') === 'tombstone') retracted.push(ref)
    } else addInteraction(into, row, place)
  }
  const { drafts, links, issues } = into
  return { ...NOTHING, drafts, links, issues, retracted, quarantined }
}

function addIssue(into: RowDrafts, row: JsonRow, place: DraftPlace): string | undefined {
  const id = textMember(row.value, 'id') ?? ''
  const ref = into.add({ id, text: row.text, line: row.line, fields: issueFields(row.value, place) })
  if (ref === undefined) return undefined
  for (const dependency of objectsMember(row.value, 'dependencies'))
    into.links.push(...linkOf(ref, dependency))
  for (const [index, comment] of objectsMember(row.value, 'comments').entries()) {
    addAbout(
      into,
      row,
      commentFields(comment, place, textMember(row.value, 'title') ?? id),
      ref,
      `${id}/comments/${index + 1}`,
    )
  }
  return ref
}

function issueFields(issue: JsonObject, place: DraftPlace): DraftFields {
  const title = textMember(issue, 'title') ?? ''
  const description = textMember(issue, 'description')
  const sections = SECTIONS.flatMap(([name, heading]) => {
    const text = textMember(issue, name)
    return text === undefined ? [] : [`## ${heading}\n\n${text}`]
  })
  const parts = [...(description === undefined ? [] : [description]), ...sections]
  const created = instantMember(issue, 'created_at')
  const agent = textMember(issue, 'created_by')
  return draftFields(place, {
    type: 'note',
    title,
    content: parts.length === 0 ? title : parts.join('\n\n'),
    tags: tagsMember(issue, 'labels'),
    ...(created === undefined ? {} : { created }),
    ...member('custom', Object.fromEntries(Object.entries(issue).filter(([name]) => CUSTOM.includes(name)))),
    ...member('extra', withoutMembers(issue, usedOfIssue(issue))),
    source: agent === undefined ? {} : { agent },
  })
}

function usedOfIssue(issue: JsonObject): readonly string[] {
  const texts = ['id', 'title', 'description', ...SECTIONS.map(([name]) => name)]
  return [
    ...texts.filter((name) => textMember(issue, name) !== undefined),
    ...CUSTOM,
    ...['labels', 'comments'].filter((name) => isComplete(issue, name)),
    ...(isExactInstant(issue, 'created_at') ? ['created_at'] : []),
    ...(textMember(issue, 'created_by') === undefined ? [] : ['created_by']),
  ]
}

/** True where a list holds nothing but what drafts and tags were made of. */
function isComplete(issue: JsonObject, name: string): boolean {
  const list = issue[name]
  if (!Array.isArray(list)) return false
  return list.every((item) => (name === 'labels' ? typeof item === 'string' : isJsonObject(item)))
}

function linkOf(from: string, dependency: JsonObject): readonly DraftLink[] {
  const to = textMember(dependency, 'depends_on_id')
  const stated = textMember(dependency, 'type') ?? 'related'
  if (to === undefined) return []
  const type = Object.hasOwn(LINK_TYPES, stated) ? (LINK_TYPES[stated] ?? 'related') : linkType(stated)
  return [{ from, to, type, source: 'typed' }]
}

function commentFields(comment: JsonObject, place: DraftPlace, title: string): DraftFields {
  const text = textMember(comment, 'text')
  const fields = aboutFields(
    comment,
    place,
    text ?? JSON.stringify(comment),
    ['text', 'author', 'created_at'],
    'author',
  )
  // "Done" under two issues is two statements.
  return { ...fields, title: `Comment on ${title}` }
}

function addInteraction(into: RowDrafts, row: JsonRow, place: DraftPlace): void {
  const { value } = row
  const about = aboutFields(value, place, renderInteraction(value), ['id', 'actor', 'created_at'], 'actor')
  const issue = textMember(value, 'issue_id')
  // "closed" of one issue says nothing against "closed" of the next.
  const fields = issue === undefined ? about : { ...about, entity: { kind: 'issue', name: issue } }
  const ref = into.add({ id: textMember(value, 'id') ?? '', text: row.text, line: row.line, fields })
  if (ref !== undefined && issue !== undefined) {
    into.links.push({ from: ref, to: issue, type: 'part-of', source: 'typed' })
  }
}

/** `instructor-2xnd.1: status in_progress → closed`, and the reason on lines of its own. */
function renderInteraction(interaction: JsonObject): string {
  const detail = isJsonObject(interaction.extra) ? interaction.extra : {}
  const [field, before, after] = ['field', 'old_value', 'new_value'].map((name) => textMember(detail, name))
  const issue = textMember(interaction, 'issue_id') ?? ''
  const kind = textMember(interaction, 'kind') ?? ''
  const head =
    field === undefined ? `${issue}: ${kind}` : `${issue}: ${field} ${before ?? '–'} → ${after ?? '–'}`
  const reason = textMember(detail, 'reason')
  return reason === undefined ? head : `${head}\n\n${reason}`
}

function addAbout(into: RowDrafts, row: JsonRow, fields: DraftFields, to: string, id: string): void {
  const ref = into.add({ id, text: JSON.stringify(fields), line: row.line, fields })
  if (ref !== undefined) into.links.push({ from: ref, to, type: 'part-of', source: 'typed' })
}

function aboutFields(
  value: JsonObject,
  place: DraftPlace,
  content: string,
  used: readonly string[],
  author: string,
): DraftFields {
  const created = instantMember(value, 'created_at')
  const agent = textMember(value, author)
  const left = used.filter((name) => name !== 'created_at' || isExactInstant(value, name))
  return draftFields(place, {
    content,
    ...(created === undefined ? {} : { created }),
    ...member('extra', withoutMembers(value, left)),
    source: agent === undefined ? {} : { agent },
  })
}
