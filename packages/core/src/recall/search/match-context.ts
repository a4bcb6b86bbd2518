import { cutGraphemes } from '../../counters/cut-graphemes.ts'
import type { Entry } from '../../domain/entry.ts'
import { singleLine } from '../../render/single-line.ts'
import { findWord } from '../../words/index-words.ts'

const WHOLE = 120
const LEAD = 40
const WORD_START = /(?<=^|\s)\S/g

/** The part of an entry's text where the first of the words stands, on one line. */
export function matchContext(
  { title, content }: Pick<Entry, 'title' | 'content'>,
  words: ReadonlySet<string>,
): string {
  const body = singleLine(content)
  const inBody = firstMatch(body, words)
  if (inBody === undefined && title !== undefined && firstMatch(title, words) !== undefined) {
    return windowAt(singleLine(title), 0)
  }
  return windowAt(body, inBody ?? 0)
}

/** Where the first stretch without a space begins that has one of the words. */
function firstMatch(line: string, words: ReadonlySet<string>): number | undefined {
  for (let start = 0; start < line.length; ) {
    const space = line.indexOf(' ', start)
    const end = space < 0 ? line.length : space
    const stretch = line.slice(start, end)
    const found = findWord(stretch, words)
    if (found !== undefined) {
      // In scripts without spaces the word may stand far into the stretch.
      return start + (stretch.length > LEAD ? Math.max(0, stretch.toLowerCase().indexOf(found)) : 0)
    }
    start = end + 1
  }
  return undefined
}

function windowAt(line: string, match: number): string {
  if (line.length <= WHOLE) return line
  const start = match <= LEAD ? 0 : startAt(line, match - LEAD, match)
  const rest = line.slice(start)
  if (rest.length <= WHOLE) return `${start > 0 ? '… ' : ''}${rest}`
  const cut = cutGraphemes(rest, WHOLE)
  const space = rest.charAt(cut.length) === ' ' ? cut.length : cut.lastIndexOf(' ')
  const shown = space > WHOLE / 2 ? cut.slice(0, space) : cut
  return `${start > 0 ? '… ' : ''}${shown.trimEnd()}${shown.length < rest.length ? ' …' : ''}`
}

/** The first start of a word from `from` on, and no later than the match; else a boundary of graphemes. */
function startAt(line: string, from: number, match: number): number {
  WORD_START.lastIndex = from
  const start = WORD_START.exec(line)?.index
  if (start !== undefined && start <= match) return start
  return cutGraphemes(line.slice(0, match), from).length
}
