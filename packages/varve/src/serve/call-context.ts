import type { OperationContext } from '../operations/context.ts'

/** The memory's own, but for what belongs to one call. */
export function callContext(
  context: OperationContext,
  standardInput: string | undefined,
  progress: OperationContext['progress'],
): OperationContext {
  return Object.create(context, {
    readInput: { value: async () => standardInput ?? '' },
    progress: { value: progress },
  })
}
