import { ALTITUDES, type JsonObject, MEM_STATES, MEM_TYPES } from '@varve/core'
import { objectsMember, textMember, withoutMembers } from '../json-members.ts'
import { parseJson } from '../parse-json.ts'

/** What a content says, apart from what it says about itself. */
export interface Unwrapped {
  readonly content: string
  readonly altitude?: (typeof ALTITUDES)[number]
  readonly mem_type?: (typeof MEM_TYPES)[number]
  readonly mem_state?: (typeof MEM_STATES)[number]
  /** All else of the envelope. */
  readonly rest?: JsonObject
}

/** Takes a statement out of its envelope of JSON; what is none stays as it is. */
export function unwrapContent(text: string): Unwrapped {
  const parsed = text.trimStart().startsWith('{') ? parseJson(text) : undefined
  if (parsed?.kind !== 'object') return { content: text }
  const { value } = parsed
  const what = textMember(value, 'what')
  if (what !== undefined) return unwrapStatement(value, what)
  const pattern = textMember(value, 'pattern')
  if (pattern !== undefined && textMember(value, 'source') === 'consolidate') {
    return { content: [pattern, ...exemplarLines(value)].join('\n'), rest: value }
  }
  return { content: text }
}

function unwrapStatement(value: JsonObject, what: string): Unwrapped {
  const [why, next] = [textMember(value, 'why'), textMember(value, 'next_action')]
  const altitude = oneOf(ALTITUDES, value.altitude)
  const type = oneOf(MEM_TYPES, value.type)
  const state = oneOf(MEM_STATES, value.state)
  // A word that isn't one of ours stays where it was.
  const taken = ['what', 'why', 'next_action', ...(altitude ? ['altitude'] : [])]
  const rest = withoutMembers(value, [...taken, ...(type ? ['type'] : []), ...(state ? ['state'] : [])])
  return {
    content: [what, ...(why ? [`Why: ${why}`] : []), ...(next ? [`Next: ${next}`] : [])].join('\n'),
    ...(altitude && { altitude }),
    ...(type && { mem_type: type }),
    ...(state && { mem_state: state }),
    ...(Object.keys(rest).length > 0 && { rest }),
  }
}

function exemplarLines(value: JsonObject): readonly string[] {
  return objectsMember(value, 'exemplars').flatMap((each) => {
    const [when, fragment] = [textMember(each, 'when'), textMember(each, 'fragment')]
    if (fragment === undefined) return []
    // A fragment is a content itself, often in an envelope, and often cut within it.
    return [`- ${when === undefined ? '' : `${when}: `}${unwrapContent(fragment).content}`]
  })
}

function oneOf<T extends string>(names: readonly T[], value: unknown): T | undefined {
  return names.find((name) => name === value)
}
