import type { JsonObject, Plan, StoreReader } from '@varve/core'
import type * as z from 'zod/mini'
import type { OperationContext } from '../context.ts'

export const MODE_NAMES = ['summarize', 'tag', 'patterns', 'synthesize', 'compact'] as const
export type ModeName = (typeof MODE_NAMES)[number]

/** What a task is about: equal subjects are one task. */
export type Subject = string

/** What is handed out: texts under short names, so that no answer can name what wasn't shown. */
export interface TaskInputs {
  readonly json: JsonObject
  /** The ids that the names stand for. */
  readonly ids: ReadonlyMap<string, string>
  /** What makes it another task where it changes; all of `json` where it isn't given. */
  readonly about?: JsonObject
}

export interface Rejection {
  readonly item: string
  readonly codes: readonly string[]
  readonly detail: string
}

/** What the guard makes of an answer. */
export interface Judgement {
  readonly accepted: number
  /** How much waits for a person. */
  readonly review?: number
  readonly rejected: readonly Rejection[]
  /** Undefined where nothing was accepted. */
  readonly plan: Plan | undefined
  /** What is to be remembered once the plan is applied. */
  settle?(): void
}

export interface JudgeRequest {
  readonly reader: StoreReader
  readonly inputs: TaskInputs
  readonly context: OperationContext
  /** Of the record that it becomes. */
  readonly command: string
}

/** One kind of work that an agent does for the memory. */
export interface WorkMode<A = unknown> {
  readonly name: ModeName
  readonly kind: string
  /** Names the instructions: another text has another name. */
  readonly prompt: string
  readonly instructions: string
  readonly answer: z.ZodMiniType<A>
  readonly maxItems: number
  /** Fields of an item that are worked out and never proposed: an answer that has them has them in vain. */
  readonly computed?: readonly string[]
  /** Whether an answer settles a task for as long as it asks the same; else what it came to shows in the memory. */
  readonly settlesByAnswer?: true
  /** What waits to be done, in the order in which it is handed out. */
  listSubjects(reader: StoreReader, context: OperationContext): readonly Subject[]
  buildInputs(reader: StoreReader, subject: Subject, context: OperationContext): TaskInputs
  judge(answer: A, request: JudgeRequest): Judgement
}

/** Keeps the type of a mode's answers. */
export function defineMode<A>(mode: WorkMode<A>): WorkMode {
  // An answer is parsed by the mode's own schema before it comes to its judge.
  return mode as unknown as WorkMode
}
