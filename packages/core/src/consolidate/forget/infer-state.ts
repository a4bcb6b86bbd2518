import type { MemState } from '../../domain/entry.ts'

/** What a text says of how far its work is: the first row that matches, denials before what they deny. */
const CUES: readonly (readonly [MemState, RegExp])[] = [
  ['in_progress', /\b(?:not (?:yet )?done|never finished|unfinished|still open)\b|未完成|まだ/i],
  ['done', /\b(?:done|finished|shipped|deployed|resolved|merged|closed)\b|完了/i],
  ['decided', /\b(?:decided|settled|approved|go with)\b|決定/i],
  ['in_progress', /\b(?:working on|in progress|WIP|implementing)\b|作業中/i],
  ['parked', /\b(?:on hold|later|pending)\b|保留/i],
  ['stalled', /\b(?:stuck|blocked)\b/i],
  ['superseded', /\b(?:replaced|superseded|deprecated|obsolete)\b/i],
]

/** The state that a text speaks of, where nobody gave one. */
export function inferState(text: string): MemState | undefined {
  return CUES.find(([, cue]) => cue.test(text))?.[0]
}
