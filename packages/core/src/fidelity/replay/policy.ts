import type { Message, Part } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import type { ReplaySegment } from './replay-segment.ts'
import type { ReplayRules } from './segment-index.ts'

/** What a policy may know of the segment that it is stepped through. */
export interface PolicyContext {
  readonly rules: ReplayRules
  /** Tokens of a part, under the counter of the replay. */
  readonly tokensOf: (part: Part) => number
  readonly workingDirectory?: string | undefined
  /** What is known of its texts, for a policy that goes by the same; without it a policy reads them itself. */
  readonly facts?: FactsBook
  /** The whole segment: for oracles alone. */
  readonly segment: ReplaySegment
}

/**
 * Shows the messages of each call in turn, and remembers what it did. It is given one array that grows from call to
 * call, and may go on with one of its own.
 */
export type PolicyStep = (messages: readonly Message[]) => readonly Message[]

/** A way to keep a window small. */
export interface WindowPolicy {
  readonly name: string
  /** Newest calls that it never changes. */
  readonly minAgeCalls?: number
  /** What it leaves of arguments is searched by its values, and not as the JSON that is sent: for oracles alone. */
  readonly showsValues?: boolean
  /** Begins a segment, with nothing known. */
  readonly open: (context: PolicyContext) => PolicyStep
}
