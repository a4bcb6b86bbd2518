import { isWhitespace } from './characters.ts'

const LINE_FEED = 0x0a
const SPACE = 0x20

/** Without the Unicode whitespace at both ends. */
export function trimWhitespace(text: string): string {
  const start = skipWhitespace(text, 0)
  return start === text.length ? '' : text.slice(start, endOfText(text))
}

/** Without the Unicode whitespace at the end. */
export function trimEnd(text: string): string {
  return text.slice(0, endOfText(text))
}

/** The first position at or after `start` that holds no whitespace. */
export function skipWhitespace(text: string, start: number): number {
  let position = start
  while (position < text.length && isWhitespace(text.charCodeAt(position))) position++
  return position
}

function endOfText(text: string): number {
  let end = text.length
  while (end > 0 && isWhitespace(text.charCodeAt(end - 1))) end--
  return end
}

/**
 * Each whitespace run becomes one character: a line feed where it holds one, because a line start
 * is a sentence start, else a space.
 */
export function collapseWhitespace(prose: string): string {
  let collapsed = ''
  let copied = 0
  let position = 0
  while (position < prose.length) {
    const unit = prose.charCodeAt(position)
    if (!isWhitespace(unit)) {
      position++
      continue
    }
    const end = skipWhitespace(prose, position)
    const isSingle = end === position + 1 && (unit === SPACE || unit === LINE_FEED)
    if (!isSingle) {
      const run = prose.slice(position, end)
      collapsed += prose.slice(copied, position) + (run.includes('\n') ? '\n' : ' ')
      copied = end
    }
    position = end
  }
  return copied === 0 ? prose : collapsed + prose.slice(copied)
}
