import type { Anchor, AnchorType } from '../anchors/anchor.ts'
import type { Clash } from './clash.ts'
import type { Comparison } from './comparison.ts'
import type { Statement } from './statement.ts'

const SLOT_TYPES: readonly string[] = ['path', 'url', 'code', 'str', 'flag', 'env'] satisfies AnchorType[]
const NEAR = 0.7
const REACH = 24
/** What a text says just before the value of the one thing it is about. */
const OPENERS: readonly string[] = [
  'is',
  'are',
  'was',
  'were',
  'named',
  'called',
  'defaults to',
  'set to',
  'points to',
  'lives in',
  'stored in',
  'located in',
  'located at',
  'is at',
  'are at',
  'listens on',
  'runs on',
  'runs at',
  'ist',
  'liegt in',
  'heißt',
  'es',
  'está en',
  'se llama',
  '是',
  '为',
  '位于',
  '在',
  '叫',
  'は',
  'が',
  '=',
  ':',
]
const SCHEDULE =
  /\b(?:starts?|begins?|ends?|due|expires?|opens?|closes?|deadline|freeze|frozen|scheduled|is on)\b/i

/**
 * Two texts whose one difference is the value of a slot speak of one subject after all: where the
 * entry point is, when the job starts.
 */
export function findSlotClash(comparison: Comparison, clashes: readonly Clash[]): Clash | undefined {
  const [clash, ...others] = clashes
  if (clash === undefined || others.length > 0 || clash.kind !== 'identity') return undefined
  const [a, b] = [singleOf(comparison.onlyA, clash.type), singleOf(comparison.onlyB, clash.type)]
  if (a === undefined || b === undefined) return undefined
  if (!isNearSlot(comparison)) return undefined
  return isSlot(clash.type, comparison, a, b)
    ? { kind: 'value', type: 'slot', detail: clash.type }
    : undefined
}

/** Whether the texts are alike enough for their difference to be the value of a slot. */
export function isNearSlot({ similarity }: Comparison): boolean {
  return similarity.jaccard >= NEAR
}

function singleOf(anchors: readonly Anchor[], type: string): Anchor | undefined {
  const [first, ...rest] = anchors
  return rest.length === 0 && first?.type === type ? first : undefined
}

function isSlot(type: string, { a, b }: Comparison, anchorA: Anchor, anchorB: Anchor): boolean {
  if (type === 'time') return true
  if (type === 'date') return SCHEDULE.test(a.prepared) && SCHEDULE.test(b.prepared)
  return SLOT_TYPES.includes(type) && fillsSlot(a, anchorA) && fillsSlot(b, anchorB)
}

function fillsSlot({ text }: Statement, { start }: Anchor): boolean {
  const before = text
    .slice(Math.max(0, start - REACH), start)
    .replace(/[\s`"']+$/, '')
    .toLowerCase()
  return OPENERS.some((opener) => before.endsWith(opener) && !/\w/.test(edgeBefore(before, opener)))
}

/** What stands before an opener of letters: it must not be the end of a longer word. */
function edgeBefore(before: string, opener: string): string {
  return /^\w/.test(opener) ? before.charAt(before.length - opener.length - 1) : ''
}
