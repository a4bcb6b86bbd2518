import { endOfRun, isAsciiText, isCjk, isSmallUnit, isWordCode, lowerCase } from '../normalise/letters.ts'
import type { Language } from './language.ts'
import type { LanguageProfile } from './language-profile.ts'
import { LATIN_PROFILES } from './profiles.ts'

const GRAMMAR_WEIGHT = 4
const MIN_CJK = 2
const HANGUL_FIRST = 0xac00
const HANGUL_LAST = 0xd7a3
const KANA_FIRST = 0x3041
const KANA_LAST = 0x30ff
const LATIN = /\p{Script=Latin}/u
const LAST_ASCII = 0x7f
const APOSTROPHE = 0x27

/** What a prose is made of. */
interface Census {
  readonly kana: number
  readonly han: number
  readonly hangul: number
  readonly latin: number
  readonly foreign: number
}

/** Step S2: the language of a prepared text, told from its prose without code spans. */
export function detectLanguage(prose: string): Language {
  // Nearly every text is of ASCII letters, and needs no census.
  if (isAsciiText(prose)) return findBestLatin(prose) ?? 'und'
  const { kana, han, hangul, latin, foreign } = countScripts(prose)
  if (kana > 0 && kana + han >= MIN_CJK) return 'ja'
  if (hangul >= MIN_CJK) return 'ko'
  if (han >= MIN_CJK) return 'zh'
  const best = findBestLatin(prose)
  if (best !== undefined) return best
  return foreign > latin ? 'other' : 'und'
}

function countScripts(prose: string): Census {
  let [kana, han, hangul, latin, foreign] = [0, 0, 0, 0, 0]
  for (let at = 0; at < prose.length; at++) {
    const code = prose.codePointAt(at) ?? 0
    if (code > 0xffff) at++
    if (code <= LAST_ASCII) {
      if (isWordCode(code)) latin++
    } else if (isCjk(code)) {
      if (code >= KANA_FIRST && code <= KANA_LAST) kana++
      else han++
    } else if (code >= HANGUL_FIRST && code <= HANGUL_LAST) hangul++
    else if (isWordCode(code)) {
      if (LATIN.test(String.fromCodePoint(code))) latin++
      else foreign++
    }
  }
  return { kana, han, hangul, latin, foreign }
}

/** The language with the highest sum over the words; English wins a tie, and none wins with nothing. */
function findBestLatin(prose: string): Language | undefined {
  const sums = LATIN_PROFILES.map(() => 0)
  const lower = lowerCase(prose)
  forEachWord(prose, (start, end) => {
    const weights = weightsOf(lower.slice(start, end))
    // What is written all in capitals says nothing of the language.
    if (weights === undefined || isInCapitals(prose.slice(start, end))) return
    for (let index = 0; index < sums.length; index++) sums[index] = (sums[index] ?? 0) + (weights[index] ?? 0)
  })
  const highest = Math.max(...sums)
  return highest === 0 ? undefined : LATIN_PROFILES[sums.indexOf(highest)]?.language
}

/** What a word weighs in each language, by the order of these; undefined where it is in no list. */
function weightsOf(word: string): readonly number[] | undefined {
  knownWeights ??= collectWeights()
  return knownWeights.get(word)
}

/** One look-up a word, not four a language. Put together when it is first asked for: starts are precious. */
let knownWeights: ReadonlyMap<string, readonly number[]> | undefined

function collectWeights(): ReadonlyMap<string, readonly number[]> {
  const listed = LATIN_PROFILES.flatMap(({ functionWords, negators, contractions, ordinaryWords }) => [
    ...functionWords,
    ...negators,
    ...contractions.keys(),
    ...ordinaryWords,
  ])
  return new Map(listed.map((word) => [word, LATIN_PROFILES.map((profile) => weightOf(word, profile))]))
}

function weightOf(word: string, profile: LanguageProfile): number {
  if (profile.functionWords.has(word) || profile.negators.has(word) || profile.contractions.has(word)) {
    return GRAMMAR_WEIGHT
  }
  return profile.ordinaryWords.has(word) ? 1 : 0
}

function isInCapitals(raw: string): boolean {
  return !isSmallUnit(raw.charCodeAt(0)) && raw === raw.toUpperCase()
}

function forEachWord(prose: string, visit: (start: number, end: number) => void): void {
  for (let at = 0; at < prose.length; at++) {
    let end = endOfRun(prose, at)
    if (end === at) continue
    while (prose.charCodeAt(end) === APOSTROPHE && endOfRun(prose, end + 1) > end + 1)
      end = endOfRun(prose, end + 1)
    visit(at, end)
    at = end
  }
}
