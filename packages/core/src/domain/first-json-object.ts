/** So many braces of talk are passed over: an answer isn't hidden behind more. */
const MOST_TRIES = 50

/** The first JSON object that stands in a text, whatever is said around it; undefined where there is none. */
export function firstJsonObject(text: string): object | undefined {
  let from = text.indexOf('{')
  for (let tries = 0; from >= 0 && tries < MOST_TRIES; tries += 1) {
    const end = endOfObject(text, from)
    if (end === undefined) return undefined
    try {
      return JSON.parse(text.slice(from, end))
    } catch {
      // A brace of the talk around it: the object comes later.
      from = text.indexOf('{', from + 1)
    }
  }
  return undefined
}

/** Behind the brace that closes the one at `from`. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0
  let isQuoted = false
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at]
    if (isQuoted) {
      if (letter === '\\') at += 1
      else if (letter === '"') isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === '{') depth += 1
    else if (letter === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}
