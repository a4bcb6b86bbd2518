import type { Issue } from '@varve/core'
import type { OperationContext } from './context.ts'
import type { Fields, InputOf } from './field.ts'

/** What an operation may change: nothing, the disposable cache, or the memory itself. */
export type Effect = 'reads' | 'renders' | 'writes' | 'erases'

/**
 * A result as each surface prints it. `json` is what machines get; the texts say the same. A form may be
 * made only when it is asked for: a surface reads one of them.
 */
export interface OperationResult {
  readonly json: object
  readonly human: string
  readonly records: string
  readonly issues?: readonly Issue[]
  /** 0 unless the data has errors that the command was asked to report. */
  readonly exit?: 0 | 1 | 3
}

/**
 * One thing that Varve can do. Commands, tools, routes and reference pages are all derived from it,
 * so they can't disagree.
 */
export interface Operation<F extends Fields = Fields> {
  readonly name: string
  readonly summary: string
  readonly effect: Effect
  readonly fields: F
  /** Needs no memory, or has to work where there is something wrong with it. */
  readonly standsAlone?: true
  /** Two command lines that work as they stand. */
  readonly examples: readonly [string, string]
  run(input: InputOf<F>, context: OperationContext): OperationResult | Promise<OperationResult>
}

/** Keeps the field types of a definition. */
export function defineOperation<const F extends Fields>(operation: Operation<F>): Operation<F> {
  return operation
}
