import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'

/** Longer names tell less than they cost. */
export const LONGEST_MENTION = 80

/** A name that a part holds, and how much it is worth to be told. */
export interface Mention {
  readonly name: string
  readonly weight: number
}

const mentionOrder = inOrder<Mention>(
  by(({ weight }) => weight, reversed(byNumber)),
  by(({ name }) => name, byText),
)

/** The names of a part that are worth most, heaviest first, as many as fit. */
export function mentionDigest<M extends Mention>(
  mentions: readonly M[],
  budget: number,
  counter: TokenCounter,
): readonly M[] {
  const told: M[] = []
  let left = budget
  for (const mention of mentions.toSorted(mentionOrder)) {
    left -= counter.count(mention.name) + 1
    if (left < 0) break
    told.push(mention)
  }
  return told
}
