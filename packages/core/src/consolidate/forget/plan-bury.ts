import { type Entry, hasFlag } from '../../domain/entry.ts'
import { VarveError } from '../../domain/errors.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Operation } from '../../domain/operation.ts'
import type { Plan } from '../../domain/plan.ts'
import { editPlan, getEntry } from '../../edit/plan-edit.ts'
import type { StoreReader } from '../../ports/store.ts'
import { protectionOf } from '../attributes.ts'
import { sameStatements } from '../same-statements.ts'

export interface BuryOptions {
  readonly reason?: string
  /** Also what is protected; then a reason has to be given. */
  readonly force?: boolean
}

/** A person puts an entry away, and all that say the same: hidden until it is said again. */
export function planBury(
  reader: StoreReader,
  id: EntryId,
  { reason, force = false }: BuryOptions = {},
): Plan {
  const entries = sameStatements(reader, getEntry(reader, id))
  const kept = entries.find((entry) => protectionOf(entry) !== undefined)
  if (kept !== undefined && (!force || reason === undefined)) throw protectedEntry(kept)
  const operations = entries.map(
    (entry): Operation => ({
      op: 'flag.set',
      id: entry.id,
      kind: 'buried',
      reason: reason ?? 'unwanted',
      was: entry.flags.find(({ kind }) => kind === 'buried') ?? null,
    }),
  )
  return editPlan(
    reader,
    'edit --bury',
    operations,
    entries.map((entry) => entry.id),
    reason,
  )
}

/** Brings an entry back that was forgotten or put away. */
export function planUnbury(reader: StoreReader, id: EntryId): Plan {
  const entry = getEntry(reader, id)
  const was = entry.flags.find(({ kind }) => kind === 'buried') ?? null
  const operations: readonly Operation[] = hasFlag(entry, 'buried')
    ? [{ op: 'flag.clear', id, kind: 'buried', reason: 'brought back', was }]
    : []
  return editPlan(reader, 'edit --unbury', operations, [id])
}

function protectedEntry(entry: Entry): VarveError {
  return new VarveError('usage', `${entry.id} is protected by its ${protectionOf(entry)}`, {
    subjects: [entry.id],
    fix: [`varve edit ${entry.id} --bury --force --reason "no longer needed"`],
  })
}
