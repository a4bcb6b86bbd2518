/** What follows the type of a value line. */
export interface RecordValues {
  readonly positional: readonly string[]
  readonly fields: Readonly<Record<string, string>>
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const KEY = /[^\s="\\]+=/y

/** Reads values and `key=value` fields separated by spaces; undefined where a quote is left open. */
export function parseValues(text: string): RecordValues | undefined {
  const positional: string[] = []
  const fields: [string, string][] = []
  let offset = 0
  while (offset < text.length) {
    const key = keyAt(text, offset)
    const token = tokenAt(text, offset + (key === undefined ? 0 : key.length + 1))
    if (token === undefined) return undefined
    if (key === undefined) positional.push(token.value)
    else fields.push([key, token.value])
    offset = token.end + 1
  }
  return { positional, fields: Object.fromEntries(fields) }
}

function keyAt(text: string, offset: number): string | undefined {
  KEY.lastIndex = offset
  return KEY.exec(text)?.[0].slice(0, -1)
}

interface Token {
  readonly value: string
  readonly end: number
}

function tokenAt(text: string, start: number): Token | undefined {
  if (text.charAt(start) === '"') return quotedAt(text, start + 1)
  const space = text.indexOf(' ', start)
  const end = space < 0 ? text.length : space
  return { value: text.slice(start, end), end }
}

function quotedAt(text: string, start: number): Token | undefined {
  let value = ''
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '"') return { value, end: index + 1 }
    if (character === '\\') {
      const escaped = text.charAt(++index)
      value += ESCAPED[escaped] ?? escaped
    } else {
      value += character
    }
  }
  return undefined
}
