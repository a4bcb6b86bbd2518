/** What makes a list of messages one that a provider refuses, or that lost something. */
export const VIOLATIONS = {
  V01: 'a call without result, before the last message of the assistant',
  V02: 'a result without call',
  V03: 'two results for one call',
  V04: 'results that do not stand directly after the message of their calls',
  V05: 'the first message is not the user’s',
  V06: 'two messages of the assistant in a row, the first without calls',
  V07: 'a message without visible content',
  V08: 'a message that ends with reasoning',
  V09: 'reasoning of the latest tool loop that was changed, or a signed part that was altered',
  V10: 'arguments that the format does not take',
  V11: 'another number of responses than of calls',
  V12: 'an output item whose reasoning item is gone',
  V13: 'a change inside the newest messages, which stay as they are',
} as const
export type ViolationCode = keyof typeof VIOLATIONS

export interface Violation {
  readonly code: ViolationCode
  /** The part, or what else names the place. */
  readonly key: string
}
