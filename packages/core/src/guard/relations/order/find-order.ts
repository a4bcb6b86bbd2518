import type { ScannedText } from '../../anchors/scan-text.ts'
import type { Token } from '../../anchors/token.ts'
import { NO_CUE } from '../../language/cue-list.ts'
import type { CueMatch } from '../cues/find-cues.ts'
import type { ContentItem } from '../items/content-item.ts'
import type { OrderTriple } from './order-triple.ts'

const CLAUSE_MARKS = '.;:!?()。；：！？'
const COMMAS = ',，、'
const EXCHANGED = '~'
const SEQUENCE = 'sequence'
/** What closes a pair that `from` opens, by language word. */
const CLOSERS: Readonly<Record<string, string>> = { from: 'to', von: 'nach', de: 'a', 从: '到' }
/** Enough for a text that a person wrote; bounds the comparison of two machine-made ones. */
const MAX_TRIPLES = 32
const MAX_REACH = 40

/** Everything a text says of before and after, and of one thing in place of another. */
export function findOrder(
  scanned: ScannedText,
  items: readonly ContentItem[],
  cues: readonly CueMatch[],
): readonly OrderTriple[] {
  const triples: OrderTriple[] = []
  for (const cue of cues) {
    if (cue.family !== 'order' || cue.class === NO_CUE) continue
    if (triples.length === MAX_TRIPLES) break
    const triple = cue.class === 'from-to' ? readFromTo(scanned, items, cue) : readInfix(scanned, items, cue)
    if (triple !== undefined && triple.left.size > 0 && triple.right.size > 0) triples.push(triple)
  }
  return triples
}

function readInfix(
  scanned: ScannedText,
  items: readonly ContentItem[],
  cue: CueMatch,
): OrderTriple | undefined {
  const before = clauseStart(scanned.tokens, cue.start, COMMAS)
  const after = clauseEnd(scanned.tokens, cue.end, COMMAS)
  const left = within(items, before, cue.start)
  const right = within(items, cue.end, after)
  const op = cue.class.replace(EXCHANGED, '')
  if (left.size > 0) return tripleOf(cue, left, right)
  if (op === SEQUENCE)
    return tripleOf(cue, within(items, clauseStart(scanned.tokens, cue.start, ''), cue.start), right)
  // Fronted: what follows the comma is what the sentence is about.
  const main = within(items, after, clauseEnd(scanned.tokens, cue.end, ''))
  return main.size === 0 ? undefined : tripleOf(cue, main, right)
}

function tripleOf(cue: CueMatch, left: ReadonlySet<string>, right: ReadonlySet<string>): OrderTriple {
  const isExchanged = cue.class.startsWith(EXCHANGED)
  const name = cue.class.replace(EXCHANGED, '')
  const op = name === SEQUENCE ? 'before' : name
  return isExchanged ? { op, left: right, right: left } : { op, left, right }
}

/** `from X to Y`; in Japanese the first comes before its word. */
function readFromTo(
  { text, tokens }: ScannedText,
  items: readonly ContentItem[],
  cue: CueMatch,
): OrderTriple | undefined {
  const op = 'from-to'
  const opener = text.slice(cue.start, cue.end).toLowerCase()
  const end = clauseEnd(tokens, cue.end, COMMAS)
  const closer = CLOSERS[opener]
  if (closer === undefined) {
    const start = clauseStart(tokens, cue.start, COMMAS)
    return { op, left: within(items, start, cue.start), right: within(items, cue.end, end) }
  }
  const first = firstFrom(tokens, cue.end)
  const reach = tokens.slice(first, first + MAX_REACH)
  const found = reach.find(({ start, lower }) => start < end && lower === closer)
  if (found === undefined) return undefined
  return { op, left: within(items, cue.end, found.start), right: within(items, found.end, end) }
}

function clauseStart(tokens: readonly Token[], position: number, commas: string): number {
  let index = firstFrom(tokens, position) - 1
  const last = Math.max(0, index - MAX_REACH)
  while (index >= last && !isBound(tokens[index], commas)) index--
  return tokens[index]?.end ?? 0
}

function clauseEnd(tokens: readonly Token[], position: number, commas: string): number {
  let index = firstFrom(tokens, position)
  const last = Math.min(tokens.length, index + MAX_REACH)
  while (index < last && !isBound(tokens[index], commas)) index++
  return tokens[index]?.start ?? Infinity
}

/** The first that starts at or after a position, by halving. */
function firstFrom(sorted: readonly { readonly start: number }[], position: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.start ?? Infinity) < position) low = middle + 1
    else high = middle
  }
  return low
}

function isBound(token: Token | undefined, commas: string): boolean {
  if (token?.kind !== 'mark' || token.isLocked) return false
  return CLAUSE_MARKS.includes(token.raw) || commas.includes(token.raw)
}

function within(items: readonly ContentItem[], start: number, end: number): ReadonlySet<string> {
  const texts = new Set<string>()
  for (let index = firstFrom(items, start); index < items.length; index++) {
    const item = items[index]
    if (item === undefined || item.start >= end) break
    if (item.end <= end) texts.add(item.text)
  }
  return texts
}
