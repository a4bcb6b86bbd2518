/** A word, or several side by side, as FTS5 takes them: nothing in it is ever read as syntax. */
export function quoteWord(word: string): string {
  return `"${word.replaceAll('"', '')}"`
}
