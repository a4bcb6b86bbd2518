import { type Issue, isJsonObject, type Json, type JsonObject } from '@varve/core'
import { memberOf, textMember } from '../json-members.ts'
import { parseToml } from '../parse-toml.ts'

/** Name of the policy that holds a store's words. */
export const ONTOLOGY_POLICY = 'ontology'

/** The words of a store: which types its notes and links may have, and how links read backwards. */
export interface Ontology {
  readonly default_type: string
  readonly mode: 'default' | 'extended' | 'replacement'
  readonly note_types: readonly string[]
  readonly link_types: Readonly<Record<string, { readonly inverse?: string; readonly cost?: number }>>
  readonly tag_aliases: Readonly<Record<string, string>>
  /** The file as it stood. */
  readonly text: string
}

export interface ParsedOntology {
  readonly ontology: Ontology
  readonly issues: readonly Issue[]
}

/** Reads a store's `config.toml`. */
export function parseOntology(path: string, text: string): ParsedOntology {
  const { value, unread } = parseToml(text)
  const section = objectOf(value, 'ontology')
  const mode = textMember(section, 'mode')
  const linkTypes = { ...objectOf(objectOf(value, 'graph'), 'types'), ...objectOf(section, 'link_types') }
  const aliases = { ...objectOf(value, 'tag_aliases'), ...objectOf(objectOf(value, 'tags'), 'aliases') }
  return {
    ontology: {
      default_type: textMember(value, 'default_note_type') ?? 'fleeting',
      mode: mode === 'extended' || mode === 'replacement' ? mode : 'default',
      note_types: Object.keys(objectOf(section, 'note_types')),
      link_types: Object.fromEntries(
        Object.entries(linkTypes).map(([name, type]) => [name, linkTypeOf(type)]),
      ),
      tag_aliases: Object.fromEntries(
        Object.entries(aliases).flatMap(([name, tag]) => (typeof tag === 'string' ? [[name, tag]] : [])),
      ),
      text,
    },
    issues: unread.length === 0 ? [] : [unreadLines(path, unread)],
  }
}

function linkTypeOf(type: Json): Ontology['link_types'][string] {
  if (!isJsonObject(type)) return {}
  const inverse = textMember(type, 'inverse')
  const cost = memberOf(type, 'cost')
  return {
    ...(inverse === undefined ? {} : { inverse }),
    ...(typeof cost === 'number' && cost >= 0 ? { cost } : {}),
  }
}

function objectOf(value: JsonObject, name: string): JsonObject {
  const inner = memberOf(value, name)
  return isJsonObject(inner) ? inner : {}
}

function unreadLines(path: string, lines: readonly number[]): Issue {
  return {
    code: 'unread_setting',
    severity: 'info',
    subjects: [path],
    message: `${path}: ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')} could not be read; the file is kept`,
    detail: { lines },
    fix: [],
  }
}
