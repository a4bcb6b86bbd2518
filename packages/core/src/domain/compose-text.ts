// One group, so that a split keeps the runs, at the odd places.
const ENDLESS_MARKS = /(\p{M}{31,})/u

/**
 * NFC, but for runs of combining marks that no language has: sorting one takes time that grows with
 * the square of its length, so it stays as it is. (UAX #15 bounds a stream-safe run at 30, too.)
 */
export function composeText(text: string): string {
  if (!ENDLESS_MARKS.test(text)) return text.normalize('NFC')
  return text
    .split(ENDLESS_MARKS)
    .map((part, index) => (index % 2 === 0 ? part.normalize('NFC') : part))
    .join('')
}
