import type { OperationContext } from '../operations/context.ts'

/** What belongs to one call. */
export interface CallParts {
  readonly standardInput: string | undefined
  readonly progress: OperationContext['progress']
  /** Where others are served while it waits. */
  readonly pause?: OperationContext['pause']
  readonly sampling?: OperationContext['sampling']
  /** Where there is a person to ask. */
  readonly confirm?: OperationContext['confirm']
}

/** The memory's own, but for what belongs to one call. */
export function callContext(
  context: OperationContext,
  { standardInput, progress, pause, sampling, confirm }: CallParts,
): OperationContext {
  return Object.create(context, {
    readInput: { value: async () => standardInput ?? '' },
    progress: { value: progress },
    sampling: { value: sampling },
    ...(pause !== undefined && { pause: { value: pause } }),
    ...(confirm !== undefined && { confirm: { value: confirm }, canConfirm: { value: () => true } }),
  })
}
