import { once } from '../../../domain/once.ts'
import type { CueFamily, CueList } from '../../language/cue-list.ts'
import { ENGLISH } from '../../language/english/english.ts'
import { hasLists, type Language, type ListedLanguage } from '../../language/language.ts'
import { PROFILES } from '../../language/profiles.ts'
import { isCjk } from '../../normalise/letters.ts'

/** A phrase, ready to be looked for. */
export interface Cue {
  readonly family: CueFamily
  readonly class: string
  /** Before the gap, where the phrase has one. */
  readonly head: string
  /** After one optional word. */
  readonly tail: string | undefined
  readonly isPrefix: boolean
  readonly needsDigit: boolean
  readonly unlessBefore: readonly string[]
}

/** Cues by the first word of their phrase, or by the first character of one that is no word. */
export interface CueIndex {
  readonly byFirst: ReadonlyMap<string, readonly Cue[]>
  /** Cues of which only the beginning of a word is given. */
  readonly prefixes: readonly Cue[]
}

const GAP = ' _ '
const FIRST_WORD = /^[\p{L}\p{N}][^\s#*]*/u

/** The cues of a text: those of its language and, for the words that every team mixes in, English ones. */
export function cueIndexOf(language: Language): CueIndex {
  if (!hasLists(language)) return NO_CUES
  return language === 'und' ? INDEXES.en() : INDEXES[language]()
}

const NO_CUES: CueIndex = { byFirst: new Map(), prefixes: [] }

// Most texts of a memory are in one language, and most processes look at few texts.
const INDEXES: Readonly<Record<ListedLanguage, () => CueIndex>> = {
  en: once(() => buildIndex(ENGLISH.cues)),
  de: once(() => buildIndex([...PROFILES.de.cues, ...ENGLISH.cues])),
  es: once(() => buildIndex([...PROFILES.es.cues, ...ENGLISH.cues])),
  zh: once(() => buildIndex([...PROFILES.zh.cues, ...ENGLISH.cues])),
  ja: once(() => buildIndex([...PROFILES.ja.cues, ...ENGLISH.cues])),
}

function buildIndex(lists: readonly CueList[]): CueIndex {
  const byFirst = new Map<string, Cue[]>()
  const prefixes: Cue[] = []
  for (const list of lists) {
    for (const phrase of list.phrases) {
      const cue = buildCue(list, phrase)
      const first = firstKey(phrase)
      if (cue.isPrefix && !cue.head.includes(' ')) prefixes.push(cue)
      else if (byFirst.get(first)?.push(cue) === undefined) byFirst.set(first, [cue])
    }
  }
  return { byFirst, prefixes }
}

function buildCue(list: CueList, phrase: string): Cue {
  const [head = '', tail] = phrase.replace(/[#*]$/, '').split(GAP)
  return {
    family: list.family,
    class: list.class,
    head,
    tail,
    isPrefix: phrase.endsWith('*'),
    needsDigit: phrase.endsWith('#'),
    unlessBefore: list.unlessBefore ?? [],
  }
}

function firstKey(phrase: string): string {
  const first = phrase.charAt(0)
  if (isCjk(phrase.codePointAt(0) ?? 0)) return first
  return FIRST_WORD.exec(phrase)?.[0] ?? first
}
