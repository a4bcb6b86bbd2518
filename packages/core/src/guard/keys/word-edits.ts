import type { LanguageProfile } from '../language/language-profile.ts'
import { dropArticles } from './edits/articles.ts'
import { unifyChinese } from './edits/chinese.ts'
import { expandContractions } from './edits/contractions.ts'
import { dropFillers } from './edits/fillers.ts'
import { moveFrontedAdjunct } from './edits/fronted-adjunct.ts'
import { unifyJapanese } from './edits/japanese.ts'
import type { EditPlace, KeyEdit } from './edits/key-edit.ts'
import { dropListCommas } from './edits/list-commas.ts'
import { unifyRewordings } from './edits/rewordings.ts'
import { unifySpellings } from './edits/spellings.ts'
import type { KeyToken } from './key-token.ts'

interface WordEdit {
  readonly edit: KeyEdit
  /** The tokens at which it may find something to change; it looks for itself where none are named. */
  readonly opens?: (profile: LanguageProfile) => Iterable<string | undefined>
}

/** Edits that change no meaning in the language they are for, in the order of the reference. */
const WORD_EDITS: readonly WordEdit[] = [
  { edit: expandContractions, opens: ({ contractions }) => contractions.keys() },
  { edit: unifySpellings, opens: ({ spellings }) => spellings.keys() },
  { edit: unifyRewordings, opens: ({ rewordings }) => rewordings.map(({ texts }) => texts[0]) },
  {
    edit: dropFillers,
    opens: ({ openingFillers, fillers }) => [...openingFillers, ...fillers].map(([first]) => first),
  },
  { edit: dropArticles, opens: ({ articles }) => articles },
  { edit: dropListCommas, opens: () => [','] },
  { edit: moveFrontedAdjunct, opens: ({ adjunctOpeners }) => adjunctOpeners },
  { edit: unifyChinese },
  { edit: unifyJapanese },
]

/** Makes every edit that a text gives cause for; most texts give cause for one or none. */
export function editWords(tokens: readonly KeyToken[], place: EditPlace): readonly KeyToken[] {
  const opening = openingsOf(place.profile)
  let edited = tokens
  let called = callsOf(edited, opening)
  for (const [index, { edit, opens }] of WORD_EDITS.entries()) {
    if (opens !== undefined && (called & (1 << index)) === 0) continue
    const before = edited
    edited = edit(before, place)
    if (edited !== before) called = callsOf(edited, opening)
  }
  return edited
}

/** Which edits each token calls for, a bit an edit. */
type Openings = ReadonlyMap<string, number>

function callsOf(tokens: readonly KeyToken[], opening: Openings): number {
  let called = 0
  for (const { text } of tokens) called |= opening.get(text) ?? 0
  return called
}

const OPENINGS = new WeakMap<LanguageProfile, Openings>()

function openingsOf(profile: LanguageProfile): Openings {
  const known = OPENINGS.get(profile)
  if (known !== undefined) return known
  const openings = new Map<string, number>()
  for (const [index, { opens }] of WORD_EDITS.entries()) {
    for (const text of opens?.(profile) ?? []) {
      if (text !== undefined) openings.set(text, (openings.get(text) ?? 0) | (1 << index))
    }
  }
  OPENINGS.set(profile, openings)
  return openings
}
