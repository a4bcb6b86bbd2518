import { reviewItemId } from '../compact/review-item.ts'
import { contentHash, type Entry, type Flag } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { entryEntity, type FlagOperation } from '../domain/operation.ts'
import type { Plan } from '../domain/plan.ts'
import { planBase } from '../journal/apply-plan.ts'
import type { StoreReader } from '../ports/store.ts'
import { readDecision } from '../review/decision.ts'
import type { StaleCheck } from './stale-check.ts'

/** The reason with which a flag is cleared whose cause is no longer found. */
const NO_LONGER = 'nothing bears it out any more'

/**
 * Flags what is broken, and clears flags of ours that nothing bears out any more. An entry is never
 * retracted: a person settles that. What they refused is not raised again for the same reason and text.
 */
export function planStale(reader: StoreReader, checks: readonly StaleCheck[]): Plan {
  const operations = checks.flatMap((check) => {
    const entry = reader.entry(check.id)
    const operation = entry && flagOperation(reader, entry, check)
    return operation === undefined ? [] : [operation]
  })
  return {
    stage: 'edit',
    command: 'check-stale',
    operations,
    base: planBase(
      reader,
      operations.map(({ id }) => entryEntity(id)),
    ),
  }
}

function flagOperation(reader: StoreReader, entry: Entry, check: StaleCheck): FlagOperation | undefined {
  const open = entry.flags.find(({ kind }) => kind === 'stale') ?? null
  const { id, version, status, rule, reason, file } = check
  // Changed since it was looked at: the next check sees the new text.
  if (entry.text_version !== version) return undefined
  if (status !== 'broken') {
    if (open === null || !isOurs(open) || !canTell(check, open)) return undefined
    return { op: 'flag.clear', id, kind: 'stale', reason: NO_LONGER, was: open }
  }
  if (open?.reason === reason || isFlagRefused(reader, entry, reason)) return undefined
  return { op: 'flag.set', id, kind: 'stale', reason, evidence: { rule, file: file ?? null }, was: open }
}

/** Set by a rule; a person’s or a model’s flag is left to them. */
function isOurs({ evidence }: Flag): boolean {
  return typeof evidence?.rule === 'string'
}

/** Of a path that was gone nothing is known where version control can't be asked: it is there only if it was seen. */
function canTell({ seen }: StaleCheck, { evidence }: Flag): boolean {
  const isOfPath = evidence?.rule === 'ST1' || evidence?.rule === 'ST2'
  return !isOfPath || typeof evidence.file !== 'string' || seen.includes(evidence.file)
}

/** A person said that it still holds: the same reason isn’t raised again for the same text. */
export function isFlagRefused(reader: StoreReader, entry: Entry, reason: string): boolean {
  const decision = readDecision(reader.review(staleItemId(entry.id)))
  if (decision?.action !== 'reject' || decision.about !== reason) return false
  return decision.texts?.join() === contentHash(entry)
}

/** The id of the review item of an entry with a stale flag. */
export function staleItemId(id: EntryId): string {
  return reviewItemId('stale', [id])
}
