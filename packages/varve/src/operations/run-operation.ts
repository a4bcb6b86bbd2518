import type { OperationContext } from './context.ts'
import type { Operation, OperationResult } from './operation.ts'
import { parseInput } from './parse-input.ts'

/** Checks what was given and runs an operation, for any surface. */
export async function runOperation(
  operation: Operation,
  raw: Readonly<Record<string, unknown>>,
  open: () => OperationContext | Promise<OperationContext>,
): Promise<OperationResult> {
  const input = parseInput(operation, raw)
  const context = await open()
  if (operation.standsAlone !== true && raw.dryRun !== true) {
    const { widenMerged } = await import('./widen-merged.ts')
    widenMerged(context)
  }
  return operation.run(input, context)
}
