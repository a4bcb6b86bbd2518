import { hashUnits } from './hash-units.ts'
import { isWide, unitLength } from './wide-script.ts'

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u
/** Words are cut here, so that most inflections of one word fall together in every language. */
const STEM_LENGTH = 6

/** Hashes of the words of a folded text, each once and sorted: cut stems, numbers, pairs of Han or Kana. */
export function termsOf(folded: string): Int32Array {
  const hashes = new Set<number>()
  let wordStart = -1
  let wideStart = -1
  let wideRun = 0
  for (let position = 0; position < folded.length; ) {
    const unit = folded.charCodeAt(position)
    const end = position + unitLength(unit)
    if (isWide(unit)) {
      if (wideRun > 0) hashes.add(hashUnits(folded, wideStart, end))
      wideStart = position
      wideRun++
    } else {
      if (wideRun === 1) hashes.add(hashUnits(folded, wideStart, position))
      wideRun = 0
      const inWord = isWordCharacter(folded, position, unit)
      if (inWord && wordStart < 0) wordStart = position
      if (!inWord && wordStart >= 0) {
        addWord(hashes, folded, wordStart, position)
        wordStart = -1
      }
    }
    position = end
  }
  // A folded text ends in a space, so no word is still open here.
  return Int32Array.from(hashes).sort()
}

function isWordCharacter(text: string, position: number, unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
  return WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(position) ?? 0))
}

function addWord(hashes: Set<number>, text: string, start: number, end: number): void {
  const isNumber = text.charCodeAt(start) <= 0x39
  hashes.add(hashUnits(text, start, isNumber ? end : Math.min(end, start + STEM_LENGTH)))
}
