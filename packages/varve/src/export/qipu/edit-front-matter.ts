import { canonicalJson, type Json, type JsonObject } from '@varve/core'
import { Document, isCollection, isMap, isNode, isScalar, type Pair, parseDocument, stringify } from 'yaml'
import { parseYamlMapping } from '../../import/markdown/yaml-mapping.ts'

/** Members to set, by name; `undefined` takes one away. */
export type MemberChanges = ReadonlyMap<string, Json | undefined>

/** Front matter keys in the order in which a new note has them. */
export const QIPU_MEMBERS: readonly string[] = [
  'id',
  'title',
  'type',
  'created',
  'updated',
  'tags',
  'sources',
  'links',
  'summary',
  'compacts',
  'source',
  'author',
  'generated_by',
  'prompt_hash',
  'verified',
  'value',
  'custom',
]

/**
 * Changes members of a YAML mapping and nothing else: every other line, with its comments, quotes,
 * order and line end, stays byte for byte. A mapping of another shape than one member a line is
 * written anew.
 */
export function editFrontMatter(yaml: string, changes: MemberChanges, lineEnd: string): string {
  if (changes.size === 0) return yaml
  const edited = editLines(yaml, changes, lineEnd)
  return edited !== undefined && saysTheSame(edited, yaml, changes)
    ? edited
    : writtenAnew(yaml, changes, lineEnd)
}

/** How the value of a member was written. */
interface MemberStyle {
  /** List items stand in from the name. */
  readonly isIndented: boolean
  /** `[a, b]` */
  readonly isFlow: boolean
}

/** A member as lines of YAML. */
export function renderMember(
  name: string,
  value: Json,
  { isIndented, isFlow }: MemberStyle = { isIndented: false, isFlow: false },
): string {
  const document = new Document({ [name]: value }, { aliasDuplicateObjects: false })
  const node = document.get(name)
  if (isCollection(node) && isFlow) node.flow = true
  return document.toString({ indentSeq: isIndented, lineWidth: 0, flowCollectionPadding: false })
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function editLines(yaml: string, changes: MemberChanges, lineEnd: string): string | undefined {
  const { contents } = parseDocument(yaml)
  if (contents !== null && (!isMap(contents) || contents.flow === true)) return undefined
  const members = contents === null ? [] : contents.items.map((pair) => memberIn(yaml, pair))
  const places: Member[] = []
  for (const member of members) {
    if (member === undefined) return undefined
    places.push(member)
  }
  const edits: Edit[] = []
  const added: [string, Json][] = []
  for (const [name, value] of changes) {
    const place = places.find((member) => member.name === name)
    if (place !== undefined) edits.push(changeOf(place, value, lineEnd))
    else if (value !== undefined) added.push([name, value])
  }
  for (const [name, value] of added.sort(([a], [b]) => rankOf(a) - rankOf(b)))
    edits.push({ ...insertAt(yaml, places, name), text: withLineEnd(renderMember(name, value), lineEnd) })
  return applied(yaml, edits, lineEnd)
}

interface Member extends MemberStyle {
  readonly name: string
  /** From the key's line to the end of the value's last line. */
  readonly start: number
  readonly end: number
  /** Of a plain or quoted value on the key's line. */
  readonly scalar?: { readonly start: number; readonly end: number }
}

function memberIn(yaml: string, { key, value }: Pair): Member | undefined {
  if (!isScalar(key) || !key.range) return undefined
  const start = key.range[0]
  if (start > 0 && yaml[start - 1] !== '\n') return undefined
  const valueRange = isNode(value) ? value.range : undefined
  const from = valueRange?.[0] ?? key.range[1]
  const to = lastInkBefore(yaml, start, valueRange?.[1] ?? key.range[1])
  const isOneLine = isScalar(value) && value.type !== 'BLOCK_LITERAL' && value.type !== 'BLOCK_FOLDED'
  const isScalarHere = isOneLine && to > from && !yaml.slice(start, to).includes('\n')
  return {
    name: String(key.value),
    start,
    end: endOfLine(yaml, to),
    ...(isScalarHere ? { scalar: { start: from, end: to } } : {}),
    isIndented: /\n[ \t]+-/.test(yaml.slice(start, to)),
    isFlow: isCollection(value) && value.flow === true,
  }
}

function changeOf(member: Member, value: Json | undefined, lineEnd: string): Edit {
  const { name, start, end, scalar } = member
  if (value === undefined) return { start, end, text: '' }
  const rendered = renderMember(name, value, member)
  const onOneLine = /^[^\n]*?: ([^\n]+)\n$/.exec(rendered)?.[1]
  // A comment behind the value stays behind it.
  if (scalar !== undefined && onOneLine !== undefined) return { ...scalar, text: onOneLine }
  return { start, end, text: withLineEnd(rendered, lineEnd) }
}

/** Behind the member that stands before it in the order of a new note. */
function insertAt(yaml: string, places: readonly Member[], name: string): Pick<Edit, 'start' | 'end'> {
  const before = places.filter((member) => rankOf(member.name) < rankOf(name)).at(-1)
  const at = before?.end ?? (places.length === 0 ? yaml.length : 0)
  return { start: at, end: at }
}

function rankOf(name: string): number {
  const rank = QIPU_MEMBERS.indexOf(name)
  return rank === -1 ? QIPU_MEMBERS.length : rank
}

function applied(yaml: string, edits: readonly Edit[], lineEnd: string): string {
  const parts: string[] = []
  let at = 0
  // What is inserted at one place keeps its order.
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(yaml.slice(at, edit.start), edit.text)
    at = edit.end
  }
  parts.push(yaml.slice(at))
  const text = parts.join('')
  return text === '' || text.endsWith('\n') ? text : `${text}${lineEnd}`
}

function withLineEnd(text: string, lineEnd: string): string {
  return lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd)
}

function lastInkBefore(text: string, start: number, end: number): number {
  let at = end
  while (at > start && /\s/.test(text[at - 1] ?? '')) at--
  return at
}

function endOfLine(text: string, from: number): number {
  const feed = text.indexOf('\n', from)
  return feed === -1 ? text.length : feed + 1
}

function saysTheSame(edited: string, yaml: string, changes: MemberChanges): boolean {
  const [after, before] = [parseYamlMapping(edited), parseYamlMapping(yaml)]
  if (after.kind !== 'mapping' || before.kind !== 'mapping') return false
  return canonicalJson(after.data) === canonicalJson(changed(before.data, changes))
}

function changed(data: JsonObject, changes: MemberChanges): JsonObject {
  const members = new Map<string, Json>(Object.entries(data))
  for (const [name, value] of changes) {
    if (value === undefined) members.delete(name)
    else members.set(name, value)
  }
  return Object.fromEntries(members)
}

function writtenAnew(yaml: string, changes: MemberChanges, lineEnd: string): string {
  const document = parseDocument(yaml)
  for (const [name, value] of changes) {
    if (value === undefined) document.delete(name)
    else document.set(name, value)
  }
  const text = document.toString({ lineWidth: 0 })
  if (saysTheSame(text, yaml, changes)) return withLineEnd(text, lineEnd)
  // Members that share a value by an alias: each gets its own.
  const before = parseYamlMapping(yaml)
  const data = before.kind === 'mapping' ? before.data : {}
  return withLineEnd(stringify(changed(data, changes), { lineWidth: 0 }), lineEnd)
}
