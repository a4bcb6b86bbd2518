import type { Instant } from '../domain/instant.ts'
import type { JsonObject } from '../domain/json.ts'
import { by, byNumber, byText, inOrder, reversed, sortedUnique } from '../domain/order.ts'
import { sha256 } from '../domain/sha256.ts'

/** A question that only a person can settle. What is shown until then is the rules' answer. */
export interface ReviewItem {
  readonly id: string
  readonly kind: string
  /** Sorted. */
  readonly subjects: readonly string[]
  /** When the newest subject was stated. */
  readonly at: Instant
  readonly detail?: JsonObject
}

/** Newest subject first, then by id. */
export const reviewOrder = inOrder<ReviewItem>(
  reversed(by((item) => item.at, byNumber)),
  by((item) => item.id, byText),
)

/** The id of a review item: the same on every replica. */
export function reviewItemId(kind: string, subjects: Iterable<string>): string {
  return `rv_${sha256(`${kind}\n${sortedUnique(subjects).join('\n')}`).slice(0, 12)}`
}

/** The commands that settle a review item one way or the other. */
export function reviewCommands(id: string): readonly string[] {
  return [`varve review accept ${id}`, `varve review reject ${id}`]
}
