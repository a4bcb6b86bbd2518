const SENTENCE_MARKS = '.,;:!?'
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Without the marks at the end that belong to the sentence: punctuation, and brackets that were not opened. */
export function trimSentenceMarks(raw: string): string {
  const openings = new Map(Object.entries(BRACKETS).map(([close, open]) => [close, raw.indexOf(open)]))
  let end = raw.length
  while (end > 0) {
    const last = raw.charAt(end - 1)
    const opening = openings.get(last)
    const isKept = opening === undefined ? !SENTENCE_MARKS.includes(last) : opening !== -1
    if (isKept) break
    end--
  }
  return raw.slice(0, end)
}
