import type { ScannedText } from '../../anchors/scan-text.ts'
import type { CueMatch } from '../cues/find-cues.ts'
import type { ContentItem } from '../items/content-item.ts'
import type { NegationScope } from './negation.ts'

const REACH_AFTER = 16
const REACH_BEFORE = 14
const MARKS = '。，、；：！？,.;:!?()'
/** Words that end the reach of a Chinese negation. */
const STOPS_AFTER = '但而并就才'
/** Words that a Japanese negation does not reach over. */
const STOPS_BEFORE = ['なしで', 'ので', 'から', 'れば', 'たら', 'なら', '場合は'] as const

/** The scope of each negator of Chinese, which follows it, and of Japanese, which comes before it. */
export function listCjkScopes(
  { text }: ScannedText,
  items: readonly ContentItem[],
  cues: readonly CueMatch[],
): readonly NegationScope[] {
  const scopes: NegationScope[] = []
  let first = 0
  for (const cue of cues) {
    if (cue.family !== 'negator') continue
    while ((items[first]?.start ?? Infinity) < cue.start - REACH_BEFORE) first++
    if (cue.class === 'NEGATED') {
      const within = itemsWithin(items, first, cue.end, endAfter(text, cue.end))
      scopes.push({ items: within, heads: within.slice(0, 1) })
    } else if (cue.class === 'NEGATED_BEFORE') {
      const within = itemsWithin(items, first, startBefore(text, cue.start), cue.start)
      scopes.push({ items: within, heads: within.slice(-1) })
    }
  }
  return scopes
}

function itemsWithin(
  items: readonly ContentItem[],
  first: number,
  start: number,
  end: number,
): readonly ContentItem[] {
  const within: ContentItem[] = []
  for (let index = first; index < items.length; index++) {
    const item = items[index]
    if (item === undefined || item.start >= end) break
    if (item.start >= start && item.end <= end) within.push(item)
  }
  return within
}

function endAfter(text: string, start: number): number {
  const limit = Math.min(text.length, start + REACH_AFTER)
  for (let at = start; at < limit; at++) {
    if (MARKS.includes(text.charAt(at)) || STOPS_AFTER.includes(text.charAt(at))) return at
  }
  return limit
}

function startBefore(text: string, end: number): number {
  const limit = Math.max(0, end - REACH_BEFORE)
  for (let at = end; at > limit; at--) {
    if (MARKS.includes(text.charAt(at - 1))) return at
    if (STOPS_BEFORE.some((stop) => text.startsWith(stop, at - stop.length) && at >= stop.length)) return at
  }
  return limit
}
