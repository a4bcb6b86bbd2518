import { type Anchor, anchorKey } from '../../anchors/anchor.ts'
import type { ScannedText } from '../../anchors/scan-text.ts'
import type { ContentItem } from '../items/content-item.ts'

/** What each value of a text is said of. */
export interface Binding {
  readonly anchor: Anchor
  /** The noun that a number counts, else the word before. */
  readonly head: string | undefined
  /** The nearest word before. */
  readonly before: string | undefined
}

/** What is counted or measured, and the keys of the numbers that are said of it. */
export interface BoundNumber {
  readonly head: string
  readonly values: readonly string[]
}

/** Bindings and heads of numbers, in the order of the text. */
export interface Bindings {
  readonly list: readonly Binding[]
  readonly numbers: readonly BoundNumber[]
}

const CLAUSE_MARK = /[.;:!?()。；：！？]/

/** Finds what the values of a text are bound to. */
export function findBindings({ text, anchors }: ScannedText, items: readonly ContentItem[]): Bindings {
  const words = items.filter((item) => !item.isAnchor)
  const list: Binding[] = []
  const valuesOf = new Map<string, string[]>()
  let next = 0
  for (const anchor of anchors) {
    if (anchor.type === 'kebab') continue
    while ((words[next]?.start ?? Infinity) < anchor.end) next++
    const before = wordBefore(text, words, next, anchor)
    const counted = anchor.type === 'num' ? wordAfter(text, words[next], anchor) : undefined
    const head = counted ?? before
    list.push({ anchor, head, before })
    if (anchor.type !== 'num' || head === undefined) continue
    const values = valuesOf.get(head)
    if (values === undefined) valuesOf.set(head, [anchorKey(anchor)])
    else values.push(anchorKey(anchor))
  }
  return { list, numbers: Array.from(valuesOf, ([head, values]) => ({ head, values })) }
}

function wordAfter(text: string, word: ContentItem | undefined, anchor: Anchor): string | undefined {
  if (word === undefined) return undefined
  const gap = text.slice(anchor.end, word.start)
  return gap === '' || gap === ' ' ? word.text : undefined
}

function wordBefore(
  text: string,
  words: readonly ContentItem[],
  next: number,
  anchor: Anchor,
): string | undefined {
  let index = next - 1
  while (index >= 0 && (words[index]?.end ?? 0) > anchor.start) index--
  const word = words[index]
  if (word === undefined) return undefined
  const gap = text.slice(Math.max(word.end, anchor.start - MAX_GAP), anchor.start)
  return CLAUSE_MARK.test(gap) && !/^:? *$/.test(gap) ? undefined : word.text
}

const MAX_GAP = 200
