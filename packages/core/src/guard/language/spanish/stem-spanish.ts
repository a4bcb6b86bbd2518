const MIN_LENGTH = 4
const ENDINGS = ['es', 's', 'a', 'o', 'e'] as const

/** A light stem of a Spanish word in lower case: one ending of number, gender or person goes. */
export function stemSpanish(word: string): string {
  if (word.length <= MIN_LENGTH) return word
  const ending = ENDINGS.find((candidate) => word.endsWith(candidate))
  return ending === undefined ? word : word.slice(0, -ending.length)
}
