const WORD = /[\p{L}\p{N}_$]/u

/** True where a text has a word as a whole, and not as a part of a longer one. */
export function hasWord(text: string, word: string): boolean {
  if (word === '') return false
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.charAt(at - 1)
    const after = text.charAt(at + word.length)
    const isOpen = before === '' || !WORD.test(before) || !WORD.test(word.charAt(0))
    const isClosed = after === '' || !WORD.test(after) || !WORD.test(word.charAt(word.length - 1))
    if (isOpen && isClosed) return true
  }
  return false
}
