import type { DraftMessage } from '../host/draft.ts'

/** What a view does with one part of a host's message. */
export type PartEdit =
  | { readonly kind: 'kept' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'replaced'; readonly text: string }

/**
 * How one kind of request holds its messages. All of it is pure, and nothing that a host passed in is changed:
 * what is rebuilt is new, what is kept is the host's own object.
 */
export interface HostFormat {
  readonly name: string
  /** Whether a request is of this format; asked in the order of the registry. */
  readonly detect: (request: unknown) => boolean
  /** The host's messages or items, in order. */
  readonly list: (request: unknown) => readonly unknown[]
  /** The same request with other messages. */
  readonly withList: (request: unknown, list: readonly unknown[]) => unknown
  /** What is sent with every call and never edited: system prompt and tools. */
  readonly overhead: (request: unknown) => readonly unknown[]
  /**
   * The drafts of each host message, side by side with the list. The parts of a host message stand in the order
   * of the host's own blocks, because `rebuild` gets its edits in that order. No draft: overhead.
   */
  readonly parse: (list: readonly unknown[]) => readonly (readonly DraftMessage[])[]
  /** Whether a draft goes on with the message before it: where one message is several items of the host. */
  readonly joins: (before: DraftMessage, next: DraftMessage) => boolean
  /** A host message with edits to its parts, at least one of which isn't `kept`. */
  readonly rebuild: (message: unknown, edits: readonly PartEdit[]) => unknown
  /** Whether old reasoning may be left out of a message that stays. */
  readonly removesReasoning: boolean
  /** The field by which a request has the provider itself edit or hold the history. */
  readonly serverEdits: (request: unknown) => ServerEdits | undefined
}

/** Why a request must be observed and not edited: the provider edits it, or holds what isn't in it. */
export interface ServerEdits {
  readonly code: 'server_edits_active' | 'server_state'
  readonly field: string
}
