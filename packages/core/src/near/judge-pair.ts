import type { Entry } from '../domain/entry.ts'
import type { PairJudgement } from '../domain/judgement.ts'
import { comparePair } from '../guard/pair/compare-pair.ts'
import { contextOf } from './compare-entries.ts'

/** What the guard says of one entry under another, without a word of their texts. */
export function judgePair(top: Entry, under: Entry): PairJudgement {
  const { guard_v, verdict, reasons, flags } = comparePair(top.content, under.content, {
    a: contextOf(top),
    b: contextOf(under),
  })
  return { guard_v, verdict, reasons: reasons.map(withoutWord), flags }
}

/** A clash of denial names the word that is denied; other reasons name kinds and classes only. */
function withoutWord(reason: string): string {
  return reason.replace(/^(value:polarity):.*$/s, '$1')
}
