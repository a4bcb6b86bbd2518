import type { Issue } from '../../domain/issue.ts'
import type { Message, Window } from '../model/message.ts'

/** Why a stretch of a session begins: its start, or a rewrite of the history by the agent itself. */
export type SegmentStart = 'begin' | 'compaction' | 'clearing' | 'rewind' | 'fork' | 'resume'

/** A message with where it came from, for those who keep sessions. */
export interface TranscriptMessage extends Message {
  /** Native keys of the records it was made of, such as `uuid:…`, `line:…`, `call:…`: what its stored id is made of. */
  readonly keys: readonly string[]
  /** The first part of each key, where it was made of several records. */
  readonly starts?: readonly number[]
  /** Key of the record that it follows, where records are a tree. */
  readonly parent?: string
  readonly at?: string
  readonly model?: string
}

/**
 * An append-only stretch of a session: for every index k ≥ `firstNew` the window of the call that message k
 * answers, or would, is exactly the messages before k.
 */
export interface Segment {
  readonly start: SegmentStart
  /** The first message that was written after the rewrite; those before it were carried over. */
  readonly firstNew: number
  readonly window: Omit<Window, 'messages'> & { readonly messages: readonly TranscriptMessage[] }
}

/** What the provider reported of one call. */
export interface CallUsage {
  readonly segment: number
  /** Index of the answer in its segment. */
  readonly message: number
  /** All of the input, cached or not; left out where the agent doesn't record it. */
  readonly input?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly output?: number
  readonly at?: string
  readonly model?: string
  readonly costUsd?: number
}

/** An end of a session's tree other than the one that was read. */
export interface TranscriptFork {
  readonly id: string
  readonly at?: string
}

/** What is known of a session beside its messages. */
export interface SessionFacts {
  readonly externalId?: string
  readonly agent: string
  readonly kind: 'main' | 'subagent'
  /** External id of the session that a sub-agent worked for. */
  readonly parentId?: string
  readonly cwd?: string
  readonly branch?: string
  readonly model?: string
  readonly title?: string
  readonly startedAt?: string
  readonly endedAt?: string
}

/** One session as its agent wrote it down, in neutral form. */
export interface Transcript extends SessionFacts {
  readonly format: string
  /** `s_…`, of agent and external id. */
  readonly sessionId: string
  readonly externalId: string
  readonly segments: readonly Segment[]
  readonly usage: readonly CallUsage[]
  readonly forks: readonly TranscriptFork[]
  readonly issues: readonly Issue[]
}
