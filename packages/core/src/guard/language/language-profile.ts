import type { CueList } from './cue-list.ts'
import type { ListedLanguage } from './language.ts'

/** All that the guard knows of one language. */
export interface LanguageProfile {
  readonly language: ListedLanguage
  readonly functionWords: ReadonlySet<string>
  readonly ordinaryWords: ReadonlySet<string>
  /** Written in Latin letters; those of Chinese and Japanese are cues. */
  readonly negators: ReadonlySet<string>
  readonly contractions: ReadonlyMap<string, string>
  readonly numberWords: ReadonlyMap<string, string>
  readonly spellings: ReadonlyMap<string, string>
  /** Dropped where a text opens with them; each as its tokens. */
  readonly openingFillers: readonly (readonly string[])[]
  /** Dropped anywhere. */
  readonly fillers: readonly (readonly string[])[]
  readonly articles: ReadonlySet<string>
  /** Words before which an article is kept. */
  readonly articleKeepers: ReadonlySet<string>
  /** Tokens that are said in one other word. */
  readonly rewordings: readonly { readonly texts: readonly string[]; readonly to: string }[]
  /** Words before which a comma means nothing. */
  readonly listWords: ReadonlySet<string>
  /** Words that open an adjunct which may stand before or after its clause. */
  readonly adjunctOpeners: ReadonlySet<string>
  /** Words that end the reach of a negation. */
  readonly clauseWords: ReadonlySet<string>
  /** Words that keep a negation going over a comma. */
  readonly negationJoiners: ReadonlySet<string>
  /** Words that a negation passes over without counting them. */
  readonly lightWords: ReadonlySet<string>
  readonly passiveMarks: ReadonlySet<string>
  readonly decimalComma: boolean
  /** Whether a capital in mid-sentence marks a name. */
  readonly capitalsMarkNames: boolean
  readonly stem: (word: string) => string
  readonly cues: readonly CueList[]
}

/** A profile in which what is not given is empty. */
export function buildProfile(
  given: Pick<LanguageProfile, 'language'> & Partial<LanguageProfile>,
): LanguageProfile {
  return {
    functionWords: NOTHING,
    ordinaryWords: NOTHING,
    negators: NOTHING,
    contractions: NO_MAP,
    numberWords: NO_MAP,
    spellings: NO_MAP,
    openingFillers: [],
    fillers: [],
    articles: NOTHING,
    articleKeepers: NOTHING,
    rewordings: [],
    listWords: NOTHING,
    adjunctOpeners: NOTHING,
    clauseWords: NOTHING,
    negationJoiners: NOTHING,
    lightWords: NOTHING,
    passiveMarks: NOTHING,
    decimalComma: false,
    capitalsMarkNames: true,
    stem: (word) => word,
    cues: [],
    ...given,
  }
}

const NOTHING: ReadonlySet<string> = new Set()
const NO_MAP: ReadonlyMap<string, string> = new Map()
