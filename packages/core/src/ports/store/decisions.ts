import type { JsonObject } from '../../domain/json.ts'

/** What people decided of review items and of the project. */
export interface DecisionReads {
  /** Decision on a review item, if any. */
  review(id: string): JsonObject | undefined
  /** Decided review items, by id. */
  reviews(): readonly { readonly id: string; readonly decision: JsonObject }[]
  policy(name: string): JsonObject | undefined
}

/** Null takes a decision back. */
export interface DecisionWrites {
  putReview(id: string, decision: JsonObject | null): void
  putPolicy(name: string, value: JsonObject | null): void
}
