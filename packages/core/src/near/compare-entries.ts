import type { Entry } from '../domain/entry.ts'
import { formatInstant } from '../domain/instant.ts'
import { canonicalJson } from '../domain/json.ts'
import { comparePrepared } from '../guard/pair/compare-prepared.ts'
import type { TextContext } from '../guard/pair/context.ts'
import { prepareStatement, type Statement } from '../guard/pair/statement.ts'
import { SUGGESTION_THRESHOLD } from '../guard/pair/suggestion-score.ts'
import type { NearPair } from '../ports/store.ts'

/** An entry made ready once for many comparisons. */
export interface ComparableEntry {
  readonly entry: Entry
  readonly statement: Statement
}

export function comparable(entry: Entry): ComparableEntry {
  return { entry, statement: prepareStatement(entry.content) }
}

/** Whether an entry takes part in comparisons at all: notes and what is gone never do. */
export function isComparable(entry: Entry): boolean {
  return entry.title === undefined && entry.state === 'active' && entry.purged === undefined
}

/**
 * What the guard says of two entries, where that is worth keeping. Statements about different things
 * are never safe to merge, however alike their texts are.
 */
export function compareEntries(one: ComparableEntry, other: ComparableEntry): NearPair | undefined {
  const [a, b] = one.entry.id < other.entry.id ? [one, other] : [other, one]
  if (a.entry.scope !== b.entry.scope) return undefined
  const result = comparePrepared(a.statement, b.statement, { a: contextOf(a.entry), b: contextOf(b.entry) })
  const { reasons, flags, overlap, jaccard, guard_v } = result
  const likeness = (overlap + jaccard) / 2
  if (likeness < SUGGESTION_THRESHOLD) return undefined
  const kept = { a: a.entry.id, b: b.entry.id, reasons, guard_v, score: likeness }
  switch (result.verdict) {
    case 'same':
    case 'duplicate-safe':
      return isSameSubject(a.entry, b.entry)
        ? { ...kept, verdict: 'duplicate-safe', flags, score: 1 }
        : { ...kept, verdict: 'related', flags: ['context', ...flags] }
    case 'related':
      return {
        ...kept,
        verdict: 'related',
        flags: hasSharedSubject(a.entry, b.entry) ? flags : ['context', ...flags],
      }
    case 'contradicts':
      return hasSharedSubject(a.entry, b.entry) ? { ...kept, verdict: 'contradicts', flags } : undefined
    case 'distinct':
      return undefined
    default:
      return result.verdict satisfies never
  }
}

function isSameSubject(a: Entry, b: Entry): boolean {
  return canonicalJson(a.entity ?? null) === canonicalJson(b.entity ?? null)
}

/** "Port 3000" of one folder says nothing against "port 3001" of another. Sections of one folder may. */
function hasSharedSubject({ entity: a }: Entry, { entity: b }: Entry): boolean {
  if (a === undefined || b === undefined) return true
  if (a.kind !== b.kind) return false
  return a.name === b.name || (a.kind === 'section' && outermost(a.name) === outermost(b.name))
}

function outermost(name: string): string {
  return name.split(' › ')[0] ?? name
}

/** What the guard knows of where an entry comes from. */
export function contextOf({ scope, key, created }: Entry): TextContext {
  return { scope, created: formatInstant(created), ...(key !== undefined && { key }) }
}
