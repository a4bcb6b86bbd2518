import { foldText } from './fold-text.ts'
import { isWide, unitLength } from './wide-script.ts'

const NARROW_LENGTH = 3

/** The character n-grams of a text, in order: three characters, but one and two of Han, Kana and Hangul. */
export function shinglesOf(text: string): readonly string[] {
  const folded = foldText(text)
  const shingles: string[] = []
  scanShingles(folded, (start, end) => shingles.push(folded.slice(start, end)))
  return shingles
}

/** Visits the n-grams of a folded text by their places, so that none need become a string. */
export function scanShingles(folded: string, visit: (start: number, end: number) => void): void {
  let previous = 0
  let beforePrevious = 0
  let wideRun = 0
  let narrowRun = 0
  for (let position = 0; position < folded.length; ) {
    const unit = folded.charCodeAt(position)
    const end = position + unitLength(unit)
    if (isWide(unit)) {
      visit(position, end)
      if (wideRun > 0) visit(previous, end)
      wideRun++
      narrowRun = 0
    } else {
      narrowRun++
      wideRun = 0
      if (narrowRun >= NARROW_LENGTH) visit(beforePrevious, end)
    }
    beforePrevious = previous
    previous = position
    position = end
  }
}
