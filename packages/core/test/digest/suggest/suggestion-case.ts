import { SUGGEST_DEFAULTS, type SuggestRules } from '../../../src/digest/suggest/rules.ts'
import { suggestFromNotes } from '../../../src/digest/suggest/suggest-from-notes.ts'
import type { SuggestionNote } from '../../../src/digest/suggest/suggestion-note.ts'
import { seededRandom } from '../../../src/domain/seeded-random.ts'
import type { EntryId, Link } from '../../../src/index.ts'

/** A note of 100 tokens. */
export function noteOf(id: string, fields: Partial<SuggestionNote> = {}): SuggestionNote {
  return {
    id: id as EntryId,
    title: '',
    body: '',
    tags: [],
    refs: [],
    value: 50,
    tokens: 100,
    characters: 400,
    isDigest: false,
    ...fields,
  }
}

export function inlineLink(from: string, to: string): Link {
  return { from: from as EntryId, to: to as EntryId, type: 'related', source: 'inline' }
}

/** Links between all of some entries. */
export function clique(ids: readonly string[]): readonly Link[] {
  return ids.flatMap((from, at) => ids.slice(at + 1).map((to) => inlineLink(from, to)))
}

/** `a1` … `a4` for `named('a', 4)`; two digits where there are more than nine. */
export function named(letter: string, count: number, from = 1): readonly string[] {
  const width = count > 9 ? 2 : 1
  return Array.from({ length: count }, (_, at) => `${letter}${String(at + from).padStart(width, '0')}`)
}

/** Suggestions from links alone, for notes of 100 tokens that the links name. */
export function suggestFromLinks(
  links: readonly Link[],
  { note = {}, ...rules }: Partial<SuggestRules> & { readonly note?: Partial<SuggestionNote> } = {},
) {
  const ids = [...new Set(links.flatMap(({ from, to }) => [from, to]))]
  return suggestFromNotes(
    ids.map((id) => noteOf(id, note)),
    links,
    { ...SUGGEST_DEFAULTS, evidence: ['links'], ...rules },
  )
}

/** Four groups of eight, as the reference plants them. */
export function plantedLinks(seed: number): readonly Link[] {
  const random = seededRandom(seed)
  const ids = named('p', 32, 0)
  const links: Link[] = []
  for (let i = 0; i < ids.length; i++) {
    for (let j = i + 1; j < ids.length; j++) {
      const isInside = Math.floor(i / 8) === Math.floor(j / 8)
      if (random() < (isInside ? 0.8 : 0.03)) links.push(inlineLink(ids[i] ?? '', ids[j] ?? ''))
    }
  }
  return links
}

export const PLANTED_GROUPS = [0, 1, 2, 3].map((group) => named('p', 32, 0).slice(8 * group, 8 * group + 8))
