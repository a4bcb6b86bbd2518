import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'

/** Longer names tell less than they cost. */
export const LONGEST_MENTION = 80

/** A name that a part holds, and how much it is worth to be told. */
export interface Mention {
  readonly name: string
  readonly weight: number
  readonly tokens: number
}

const mentionOrder = inOrder<Mention>(
  by(({ weight }) => weight, reversed(byNumber)),
  by(({ name }) => name, byText),
)

/** The names of a part that are worth most, heaviest first, as many as fit. */
export function mentionDigest(mentions: readonly Mention[], budget: number): readonly Mention[] {
  const told: Mention[] = []
  let left = budget
  for (const mention of mentions.toSorted(mentionOrder)) {
    left -= mention.tokens + 1
    if (left < 0) break
    told.push(mention)
  }
  return told
}
