import type { Level } from '../model/message.ts'

/** What was done to a part. */
export type Action =
  | 'restore'
  | 'applied-edit'
  | 'duplicate'
  | 'drop-reasoning'
  | 'superseded'
  | 'placeholder'
  | `compress:${string}`
  | 'paste'
  | 'cam'

/** In which order parts are given up: free, superseded, ordinary, working set. */
export type PartClass = 0 | 1 | 2 | 3

/** What a pass decided on one part. */
export interface Decision {
  /** Over the whole ledger, from 1. */
  readonly seq: number
  readonly pass: number
  readonly key: string
  readonly level: Level
  readonly action: Action
  /** The exact text that is shown; null for the original, and for reasoning that is left out. */
  readonly text: string | null
  readonly reason: string
  readonly class: PartClass
  /** Estimated probability that the part is needed soon. */
  readonly p?: number
  readonly gain: number
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** A decision before the ledger numbers it. */
export type DraftDecision = Omit<Decision, 'seq' | 'pass'>

export type Trigger = 'budget' | 'cold' | 'hard' | 'regrade' | 'manual' | 'restore'

/** One batch of decisions. */
export interface Pass {
  readonly pass: number
  /** The call that it was made for, from 1. */
  readonly call: number
  readonly trigger: Trigger
  readonly profile: string
  readonly before: number
  readonly after: number
  readonly reclaimed: number
  /** The key of the first part that it changes: what stands before stays in the prompt cache. */
  readonly firstChanged: string
  /** The pass that this one takes back. */
  readonly undoes?: number
}

export type DraftPass = Omit<Pass, 'pass'>
