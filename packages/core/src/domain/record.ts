import type { RecordId } from './ids.ts'
import { canonicalJson } from './json.ts'
import type { StoredOperation } from './operation.ts'
import { Sha256, sha256 } from './sha256.ts'

/** The newest record format this program can fold. */
export const RECORD_SCHEMA = 1

/** How a change came about: what `varve log --stage` filters by. */
export const STAGES = [
  'edit',
  'import',
  'stage1',
  'stage2',
  'consolidate',
  'undo',
  'learn',
  'session',
  'sync',
] as const
export type Stage = (typeof STAGES)[number]

/** Everything of a journal record but its operations. */
export interface RecordHeader {
  readonly schema: number
  readonly id: RecordId
  readonly project: string
  readonly branch: string | null
  readonly actor: string
  /** The surface it came through: cli, mcp, http, hook, library. */
  readonly via: string
  readonly stage: Stage
  readonly command: string
  readonly reason?: string
  /** The records whose effect it takes back. */
  readonly undoes?: readonly RecordId[]
}

/** An applied plan. Never changed once written; only a purge erases an operation's text in it. */
export interface JournalRecord extends RecordHeader {
  readonly operations: readonly StoredOperation[]
  /** SHA-256 over the header and the digests of the operations. */
  readonly hash: string
}

/** SHA-256 of an operation. An erased one keeps the digest that it had. */
export function operationDigest(operation: StoredOperation): string {
  return operation.op === 'erased' ? operation.digest : sha256(canonicalJson(operation))
}

/**
 * SHA-256 over the canonical header and each operation's digest, one a line. The digests stand
 * between, so that a purge can erase an operation's text and the record still proves whole.
 */
export function recordHash(header: RecordHeader, operations: Iterable<StoredOperation>): string {
  const hash = new Sha256()
  hash.update(`record/${header.schema}\n${canonicalJson(headerOf(header))}\n`)
  for (const operation of operations) hash.update(`${operationDigest(operation)}\n`)
  return hash.digest()
}

/** The header alone, whatever else the value carries. */
export function headerOf(record: RecordHeader): RecordHeader {
  const { schema, id, project, branch, actor, via, stage, command, reason, undoes } = record
  return {
    schema,
    id,
    project,
    branch,
    actor,
    via,
    stage,
    command,
    ...(reason === undefined ? {} : { reason }),
    ...(undoes === undefined ? {} : { undoes }),
  }
}
