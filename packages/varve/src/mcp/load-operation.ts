import type { Operation } from '../operations/operation.ts'
import { OPERATIONS } from '../operations/table.ts'

/** An operation by its name in the table. */
export async function loadOperation(name: string): Promise<Operation> {
  const row = OPERATIONS.find((each) => each.name === name)
  if (!row) throw new Error(`there is no operation ${name}`)
  return row.load()
}
