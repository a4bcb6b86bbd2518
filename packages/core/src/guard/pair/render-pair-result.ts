import type { Anchor } from '../anchors/anchor.ts'
import type { PairResult } from './pair-result.ts'

/** A judgement for a person to read: the verdict, why, and what only one side has. */
export function renderPairResult(result: PairResult): string {
  const because = [...result.reasons, ...result.flags.map((flag) => `+${flag}`)]
  return [
    result.verdict,
    ...(because.length === 0 ? [] : [`because: ${because.join(', ')}`]),
    ...result.only_a.map((anchor) => renderAnchor('a', anchor)),
    ...result.only_b.map((anchor) => renderAnchor('b', anchor)),
  ].join('\n')
}

function renderAnchor(side: string, { type, raw }: Anchor): string {
  return `only in ${side}: ${type} ${JSON.stringify(raw)}`
}
