import type { RecordId } from './ids.ts'
import { canonicalJson } from './json.ts'
import type { EntityKey, Operation } from './operation.ts'
import { operationDigest, type Stage } from './record.ts'
import { Sha256 } from './sha256.ts'

/** What a plan read of an entity: the last record that had touched it, or null for none. */
export interface PlanBase {
  readonly entity: EntityKey
  readonly at: RecordId | null
}

/**
 * A change, as plain data made by a pure function. Nothing has happened until it is applied, and
 * applying it does exactly these operations.
 */
export interface Plan {
  readonly stage: Stage
  readonly command: string
  readonly reason?: string
  readonly undoes?: readonly RecordId[]
  readonly operations: readonly Operation[]
  /** Where one of these has changed since, the plan is refused as stale. In entity order. */
  readonly base: readonly PlanBase[]
}

/** SHA-256 of a plan: equal for a dry run and the run that follows it. */
export function planHash({ operations, ...plan }: Plan): string {
  const hash = new Sha256()
  hash.update(`plan/1\n${canonicalJson(plan)}\n`)
  for (const operation of operations) hash.update(`${operationDigest(operation)}\n`)
  return hash.digest()
}
