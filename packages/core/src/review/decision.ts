import type { Instant } from '../domain/instant.ts'
import type { JsonObject } from '../domain/json.ts'

export const REVIEW_ACTIONS = ['accept', 'reject', 'supersede', 'edit', 'snooze'] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

/** What a person decided on a review item, as the journal keeps it. */
export interface Decision {
  readonly action: ReviewAction
  /** Content hashes of the subjects: with another text the question is a new one. */
  readonly texts?: readonly string[]
  readonly until?: Instant
  /** What the question was about beside the texts: with another reason it is a new one. */
  readonly about?: string
}

export function decisionJson({ action, texts, until, about }: Decision): JsonObject {
  return {
    action,
    ...(texts && { texts }),
    ...(until !== undefined && { until }),
    ...(about !== undefined && { about }),
  }
}

export function readDecision(value: JsonObject | undefined): Decision | undefined {
  const action = REVIEW_ACTIONS.find((known) => known === value?.action)
  if (value === undefined || action === undefined) return undefined
  const { texts, until, about } = value
  return {
    action,
    ...(Array.isArray(texts) && { texts: texts.map(String) }),
    ...(typeof until === 'number' && { until }),
    ...(typeof about === 'string' && { about }),
  }
}
