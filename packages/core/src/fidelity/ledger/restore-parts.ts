import type { Part } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import type { DraftDecision, Pass } from './decision.ts'
import type { Ledger } from './ledger.ts'

/** Decisions that show parts in full again; none for what is shown in full. */
export function restoreParts(
  parts: readonly Part[],
  ledger: Pick<Ledger, 'find'>,
  facts: FactsBook,
  reason: string,
): readonly DraftDecision[] {
  return parts.flatMap((part) => {
    const shown = ledger.find(part.key)
    if (shown === undefined || shown.level === 'full') return []
    const { tokens } = facts.of(part)
    const size = { gain: shown.tokensAfter - tokens, tokensBefore: tokens, tokensAfter: tokens }
    return [
      { key: part.key, level: 'full', action: 'restore', text: null, reason, class: shown.class, ...size },
    ]
  })
}

/** Takes back the last pass: each of its parts is shown as it was before. */
export function undoLastPass(ledger: Ledger): Pass | undefined {
  const last = ledger.lastPass
  if (last === undefined) return undefined
  const undo = { before: last.after, after: last.before, reclaimed: -last.reclaimed }
  return ledger.append({ ...last, trigger: 'restore', ...undo }, ledger.inverseOf(last.pass))
}
