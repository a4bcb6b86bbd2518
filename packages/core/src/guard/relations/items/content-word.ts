import type { LanguageProfile } from '../../language/language-profile.ts'
import { isCjk } from '../../normalise/letters.ts'

const PLAIN_WORD = /^\p{L}+$/u
const CALL = '()'
/** Texts say the same words again and again; a memory of any size holds few that are new. */
const MOST_REMEMBERED = 10_000

/** What a word in lower case says, as its stem; '' for one that carries no content. */
export function contentOfWord(word: string, profile: LanguageProfile): string {
  const known = rememberedBy(profile)
  const remembered = known.get(word)
  if (remembered !== undefined) return remembered
  const content = workOut(word, profile)
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(word, content)
  return content
}

function workOut(word: string, profile: LanguageProfile): string {
  if (word === '' || profile.functionWords.has(word) || profile.negators.has(word)) return ''
  if (profile.contractions.has(word) || isCjk(word.codePointAt(0) ?? 0)) return ''
  const bare = word.endsWith(CALL) ? word.slice(0, -CALL.length) : word
  return PLAIN_WORD.test(bare) ? profile.stem(bare) : bare
}

const REMEMBERED = new WeakMap<LanguageProfile, Map<string, string>>()

function rememberedBy(profile: LanguageProfile): Map<string, string> {
  const known = REMEMBERED.get(profile)
  if (known !== undefined) return known
  const created = new Map<string, string>()
  REMEMBERED.set(profile, created)
  return created
}
