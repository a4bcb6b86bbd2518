const MIN_LENGTH = 5
const ENDINGS = ['en', 'er', 'es', 'em', 'e', 'n', 's', 't'] as const

/** A light stem of a German word in lower case: one ending goes where the word is long enough. */
export function stemGerman(word: string): string {
  if (word.length <= MIN_LENGTH) return word
  const ending = ENDINGS.find((candidate) => word.endsWith(candidate))
  return ending === undefined ? word : word.slice(0, -ending.length)
}
