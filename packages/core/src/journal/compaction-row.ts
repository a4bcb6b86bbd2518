import { assertedTo, contentHash, type Entry, hasFlag } from '../domain/entry.ts'
import { canonicalJson } from '../domain/json.ts'
import { normaliseSlot } from '../guard/normalise/normalise-slot.ts'
import { statementKey } from '../guard/normalise/statement-key.ts'
import type { CompactionRow } from '../ports/store.ts'

/** The narrow row that stage 1 reads of an entry. */
export function compactionRowOf(entry: Entry): CompactionRow {
  return {
    id: entry.id,
    scope: entry.scope,
    category: entry.category,
    titled: entry.title !== undefined,
    text_key: entry.title === undefined ? (statementKey(entry) ?? null) : null,
    slot: entry.key === undefined ? null : normaliseSlot(entry.key),
    at: assertedTo(entry),
    confidence: entry.confidence,
    trust: entry.source.trust,
    pinned: entry.pinned ?? false,
    retracted: entry.state === 'retracted',
    forgotten: hasFlag(entry, 'buried') || entry.learning?.status === 'discarded',
    tags: entry.tags,
    content_hash: contentHash(entry),
    marks: marksOf(entry),
  }
}

function marksOf({ source, scope, type, key, flags, learning }: Entry): string {
  const marks = [source.trust, scope, type, key ?? null, flags]
  return canonicalJson(learning === undefined ? marks : [...marks, learning])
}
