import type { Operation } from '../operations/operation.ts'
import { OPERATIONS } from '../operations/table.ts'

// To import a module anew costs each time, and a server runs the same few operations again and again.
const LOADED = new Map<string, Operation>()

/** An operation by its name in the table. */
export async function loadOperation(name: string): Promise<Operation> {
  const known = LOADED.get(name)
  if (known !== undefined) return known
  const row = OPERATIONS.find((each) => each.name === name)
  if (!row) throw new Error(`there is no operation ${name}`)
  const operation = await row.load()
  LOADED.set(name, operation)
  return operation
}
