/** A piece of a text. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

/**
 * Where the items of lists stand in a JSON text that is sound: of the list that the text is, under the
 * name '', or of each member of its object that is a list, under its name.
 */
export function listSpans(text: string): ReadonlyMap<string, readonly TextSpan[]> {
  const found = new Map<string, TextSpan[]>()
  /** Of a list in an object, the items are two deep. */
  let level = 0
  let depth = 0
  let name = ''
  let list: TextSpan[] | undefined
  let from = -1
  let to = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (isSpace(character)) continue
    if (level === 0) level = character === '[' ? 1 : 2
    if (list !== undefined && depth === level) {
      const isEnd = character === ',' || character === ']'
      if (isEnd && from !== -1) list.push({ from, to })
      if (isEnd) from = -1
      else if (from === -1) from = at
    }
    if (character === '"') {
      const start = at
      at = endOfString(text, at)
      if (level === 2 && depth === 1) name = text.slice(start, at + 1)
    } else if (character === '[' || character === '{') {
      depth++
      if (character === '[' && depth === level) {
        list = []
        // Of two members of one name the last counts, as for the parser.
        found.set(level === 1 ? '' : String(JSON.parse(name)), list)
      }
    } else if (character === ']' || character === '}') {
      if (depth === level) list = undefined
      depth--
    }
    to = at + 1
  }
  return found
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t'
}

/** The place of the mark that ends the string which begins at `at`. */
function endOfString(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end
}
