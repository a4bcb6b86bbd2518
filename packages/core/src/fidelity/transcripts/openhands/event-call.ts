import type { DraftPart } from '../../host/draft.ts'

/** One call of a tool, as either version of the events tells it. */
export interface EventCall {
  /** What the model answered with: actions of one answer are one message. */
  readonly answerId: string
  /** Text and reasoning before the call; only those of an answer's first action count. */
  readonly before: readonly DraftPart[]
  readonly part: DraftPart
}
