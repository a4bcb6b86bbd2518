import { isWhitespace } from '../../normalise/characters.ts'
import { isWordAt, isWordBefore } from '../../normalise/letters.ts'
import type { AnchorMatch, AnchorRule, Scan } from '../anchor-rule.ts'

const CLOSING: Readonly<Record<string, string>> = { '"': '"', '「': '」', '『': '』' }
const NOT_FOUND = -1

/** Quoted text. A quoted word stays apart from the bare word. */
export const quoteRule: AnchorRule = {
  name: 'quote',
  opens: [],
  firstCharacters: '"\'「『',
  match(scan, start) {
    const mark = scan.text.charAt(start)
    const closing = CLOSING[mark]
    if (closing !== undefined) {
      return mark === '"' && isWordBefore(scan.text, start)
        ? undefined
        : quoted(scan, start, findNext(scan, closing, start + 1))
    }
    return mark === "'" ? quoted(scan, start, findSingle(scan, start)) : undefined
  },
}

function quoted({ text }: Scan, start: number, closing: number): AnchorMatch | undefined {
  if (closing === NOT_FOUND) return undefined
  const inner = text.slice(start + 1, closing).replace(/\s+/g, ' ')
  return inner.trim() === '' ? undefined : { type: 'str', end: closing + 1, value: inner }
}

/** The next such mark; where none is left, that is remembered. */
function findNext({ text, end, memory }: Scan, mark: string, from: number): number {
  const known = memory.get(mark)
  if (known === NOT_FOUND || (known !== undefined && known >= from)) return known
  const found = text.indexOf(mark, from)
  const within = found === NOT_FOUND || found >= end ? NOT_FOUND : found
  memory.set(mark, within)
  return within
}

/** A single quote that closes: after a character that is no space, before one that is no letter. */
function findSingle(scan: Scan, start: number): number {
  const { text, end, memory } = scan
  if (isWordBefore(text, start) || isWhitespace(text.charCodeAt(start + 1))) return NOT_FOUND
  const known = memory.get("'")
  if (known === NOT_FOUND || (known !== undefined && known > start)) return known
  let found = text.indexOf("'", start + 1)
  while (found !== NOT_FOUND && (isWordAt(text, found + 1) || isWhitespace(text.charCodeAt(found - 1)))) {
    found = text.indexOf("'", found + 1)
  }
  const within = found === NOT_FOUND || found >= end ? NOT_FOUND : found
  memory.set("'", within)
  return within
}
