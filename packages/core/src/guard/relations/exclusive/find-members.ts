import type { ScannedText } from '../../anchors/scan-text.ts'
import type { Token } from '../../anchors/token.ts'
import type { Language } from '../../language/language.ts'
import { isCjk } from '../../normalise/letters.ts'
import { SCOPE_SETS } from './scope-sets.ts'
import { VALUE_SETS } from './value-sets.ts'

/** Which members of each set a text names. */
export type SetMembers = ReadonlyMap<string, ReadonlySet<number>>

const NO_MEMBERS: SetMembers = new Map()

interface Member {
  readonly set: string
  readonly index: number
  readonly form: string
}

/** Words beside which `on` and `off` are states. */
const SWITCHING = new Set([
  'turn',
  'turned',
  'switch',
  'switched',
  'is',
  'are',
  'set',
  'leave',
  'default',
  'keep',
])
const LANGUAGE_SETS: Readonly<Record<string, Language>> = { need: 'ja', needzh: 'zh' }
const LONGEST_FORM = 8

/** Looks for the members of the exclusive sets: words as whole tokens, characters as they stand. */
export function findMembers({ text, tokens, language }: ScannedText): SetMembers {
  const found = new Map<string, Set<number>>()
  let reached = 0
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (token === undefined) break
    if (token.kind === 'word') {
      const members = WORDS.get(token.lower)
      if (members === undefined) continue
      for (const member of members) if (counts(member, tokens, index)) add(found, member)
    } else if (token.kind === 'cjk' && token.start >= reached) {
      const members = membersAt(text, token.start, language)
      for (const member of members) add(found, member)
      reached = token.start + (members[0]?.form.length ?? 0)
    }
  }
  return found.size === 0 ? NO_MEMBERS : found
}

function add(found: Map<string, Set<number>>, { set, index }: Member): void {
  const members = found.get(set)
  if (members === undefined) found.set(set, new Set([index]))
  else members.add(index)
}

function counts({ set }: Member, tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]
  if (set === 'verb') return token?.raw === token?.raw.toUpperCase()
  if (set !== 'onoff') return true
  return SWITCHING.has(tokens[index - 1]?.lower ?? '') || SWITCHING.has(tokens[index + 1]?.lower ?? '')
}

function membersAt(text: string, start: number, language: Language): readonly Member[] {
  for (let length = LONGEST_FORM; length > 0; length--) {
    const members = CHARACTERS.get(text.slice(start, start + length)) ?? []
    const ofLanguage = members.filter(({ set }) => (LANGUAGE_SETS[set] ?? language) === language)
    if (ofLanguage.length > 0) return ofLanguage
  }
  return []
}

const MEMBERS: readonly Member[] = Object.entries({ ...SCOPE_SETS, ...VALUE_SETS }).flatMap(([set, list]) =>
  list.flatMap((forms, index) => forms.split(' ').map((form) => ({ set, index, form }))),
)

const WORDS = groupByForm(MEMBERS.filter(({ form }) => !isCjk(form.codePointAt(0) ?? 0)))
const CHARACTERS = groupByForm(MEMBERS.filter(({ form }) => isCjk(form.codePointAt(0) ?? 0)))

function groupByForm(members: readonly Member[]): ReadonlyMap<string, readonly Member[]> {
  const groups = new Map<string, Member[]>()
  for (const member of members) {
    if (groups.get(member.form)?.push(member) === undefined) groups.set(member.form, [member])
  }
  return groups
}
