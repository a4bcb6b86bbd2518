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

/** Takes back the newest pass that wasn't taken back yet. */
export function undoLastPass(ledger: Ledger): Pass | undefined {
  const { passes } = ledger.state()
  const undone = undonePasses(passes)
  const newest = passes.findLast(({ pass, undoes }) => undoes === undefined && !undone.has(pass))
  return newest === undefined ? undefined : undoPass(ledger, newest.pass)
}

/** Takes a pass back: each of its parts is shown as it was before. Nothing where that was done, or there is none. */
export function undoPass(ledger: Ledger, number: number): Pass | undefined {
  const { passes } = ledger.state()
  const pass = passes.find((each) => each.pass === number)
  if (pass === undefined || undonePasses(passes).has(number)) return undefined
  const undo = { before: pass.after, after: pass.before, reclaimed: -pass.reclaimed, undoes: number }
  return ledger.append({ ...pass, trigger: 'restore', ...undo }, ledger.inverseOf(number))
}

function undonePasses(passes: readonly Pass[]): ReadonlySet<number> {
  return new Set(passes.flatMap(({ undoes }) => (undoes === undefined ? [] : [undoes])))
}
