import { LONGEST_MENTION, type Mention, mentionDigest } from '../forms/mention-digest.ts'
import type { Candidate } from './find-candidates.ts'
import type { PassContext } from './pass-context.ts'
import type { ShownAtoms } from './shown-atoms.ts'

/** What it would cost to give a part up now, and what it would give. */
export interface Weighed {
  readonly candidate: Candidate
  /** Names that only this part shows, which its placeholder will tell. */
  readonly mentions: readonly string[]
  /** Quotations to expect that would find nothing: of all that only this part shows, and nothing tells. */
  readonly need: number
  /** The probability that there is any. */
  readonly p: number
  /** Tokens, about: a placeholder is written only for a part that is given up. */
  readonly gain: number
  /** Need for each token. */
  readonly loss: number
}

/** Tokens of a placeholder without its mentions. */
const PLACEHOLDER = 35

export function weighCandidate(candidate: Candidate, shown: ShownAtoms, context: PassContext): Weighed {
  const { atoms, needs, besides, supersededBy } = candidate
  const { facts, tuning } = context
  const isTold = supersededBy === undefined
  const names: Mention[] = []
  let need = besides
  let none = Math.exp(-besides)
  for (const [place, atom] of atoms.entries()) {
    const weight = needs[place] ?? 0
    if (weight === 0 || !shown.isAlone(atom)) continue
    const name = facts.table.nameOf(atom)
    if (isTold && facts.table.classOf(atom) !== 'line' && name.length <= LONGEST_MENTION) {
      names.push({ name, weight, tokens: facts.nameTokens(atom) })
    }
    need += weight
    none *= 1 - weight
  }
  const told = mentionDigest(names, tuning.digestTokens)
  let tokens = PLACEHOLDER
  for (const { weight, tokens: own } of told) {
    need -= weight
    none /= 1 - weight
    tokens += own + 1
  }
  const gain = candidate.shown - tokens
  return {
    candidate,
    mentions: told.map(({ name }) => name),
    need,
    p: 1 - none,
    gain,
    loss: need / Math.max(1, gain),
  }
}
