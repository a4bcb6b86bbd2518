import type { OperationContext } from '../operations/context.ts'

/** What belongs to one call. */
export interface CallParts {
  readonly standardInput: string | undefined
  readonly progress: OperationContext['progress']
  readonly sampling?: OperationContext['sampling']
  /** Where there is a person to ask. */
  readonly confirm?: OperationContext['confirm']
}

/** The memory's own, but for what belongs to one call. */
export function callContext(
  context: OperationContext,
  { standardInput, progress, sampling, confirm }: CallParts,
): OperationContext {
  return Object.create(context, {
    readInput: { value: async () => standardInput ?? '' },
    progress: { value: progress },
    sampling: { value: sampling },
    ...(confirm !== undefined && { confirm: { value: confirm }, canConfirm: { value: () => true } }),
  })
}
