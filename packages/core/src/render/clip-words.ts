// Scripts written without spaces break between characters, but never before a mark or closing
// punctuation. Pictographs stay in their word, because joiners tie them together.
const IDEOGRAPH = '(?![\\p{M}\\p{Extended_Pictographic}])[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]'
// Bounded, because an engine remembers each step of a run, and a text may be one word of megabytes.
const ITS_FOLLOWERS = '(?:[\\p{M}\\p{Pe}\\p{Pf}\\p{Po}\\u30fc]|\\u200d){0,500}'
let wordPart: RegExp | undefined

export interface ClipRule {
  /** A prefix of fewer words is no clip. */
  readonly minimumWords: number
  /** Whether a prefix can be printed. Where one fits, every shorter one is taken to fit as well. */
  readonly fits: (prefix: string) => boolean
}

/** The longest proper prefix of whole words that fits, or undefined where none does. */
export function clipWords(text: string, rule: ClipRule): string | undefined {
  const ends = [0, ...wordEnds(text)]
  const prefix = (words: number) => text.slice(0, ends[words])
  let least = rule.minimumWords
  let most = ends.length - 2
  if (most < least || !rule.fits(prefix(least))) return undefined
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (rule.fits(prefix(middle))) least = middle
    else most = middle - 1
  }
  return prefix(least)
}

/** Where each word of the text ends, as offsets in order. */
export function wordEnds(text: string): readonly number[] {
  const ends: number[] = []
  let isOpen = false
  // Made when first asked for: few processes clip, and all that could would pay for reading the classes.
  wordPart ??= new RegExp(`(${IDEOGRAPH}${ITS_FOLLOWERS})|(?:(?!${IDEOGRAPH})\\S){1,500}`, 'gu')
  for (const { 0: part, 1: ideograph, index } of text.matchAll(wordPart)) {
    // Two parts without a space between them are one word, unless one is an ideograph.
    if (isOpen && ideograph === undefined && ends.at(-1) === index) ends.pop()
    ends.push(index + part.length)
    isOpen = ideograph === undefined
  }
  return ends
}
