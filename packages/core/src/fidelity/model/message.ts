import type { Target } from './target.ts'

export type Role = 'user' | 'assistant' | 'tool' | 'system'

export type Kind = 'text' | 'reasoning' | 'tool_call' | 'tool_result' | 'image' | 'attachment' | 'marker'

/** How much of a part is shown: its own bytes, an extract, or one line that says what stood there. */
export type Level = 'full' | 'compressed' | 'placeholder'

/** The smallest piece of a window that has a level. */
export interface Part {
  /** Stable identity: of its content or its call, never of its position. */
  readonly key: string
  readonly kind: Kind
  /** What the model reads; of a call the arguments as the host wrote them. */
  readonly text: string
  /** Name of the tool, of a call or result. */
  readonly tool?: string
  /** The host's id of the call, of a call or result, without the suffix of its key. */
  readonly callId?: string
  /** Parsed arguments of a call; left out where they are no JSON. */
  readonly args?: unknown
  readonly isError?: boolean
  readonly exitCode?: number
  /** What the call works on, where the host knows it better than its name and arguments say. */
  readonly target?: Target
  /** Size of an image or attachment; texts are counted. */
  readonly tokens?: number
  /** Never edited: signed, encrypted, run by the provider, or of a type that isn't known. */
  readonly opaque?: boolean
  /** The host's own object, by reference; never changed. */
  readonly raw: unknown
}

export interface Message {
  readonly role: Role
  readonly parts: readonly Part[]
  /** Typed by a person. Reminders, instruction files and synthetic messages are not. */
  readonly human: boolean
  readonly pinned?: boolean
  /** Put in for this turn alone, such as a memory (INV-10). */
  readonly injected?: boolean
  readonly raw: unknown
}

/** What is sent with every call and never edited: system prompt and tools. */
export interface Overhead {
  readonly tokens: number
  /** Changes where the prompt cache would be lost. */
  readonly hash: string
}

/** The messages that a host would send for one call, in order. */
export interface Window {
  readonly messages: readonly Message[]
  readonly overhead: Overhead
  readonly sessionId: string
  /** The host's format refuses a message without its reasoning, so no pass may count on leaving it out. */
  readonly keepsReasoning?: boolean
  /** The provider edits or holds the history itself, as this field of the request says: it is only observed. */
  readonly serverEdits?: { readonly code: 'server_edits_active' | 'server_state'; readonly field: string }
}
