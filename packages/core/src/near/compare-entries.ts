import type { Entry } from '../domain/entry.ts'
import { formatInstant } from '../domain/instant.ts'
import { canonicalJson } from '../domain/json.ts'
import { compareNear } from '../guard/pair/compare-prepared.ts'
import type { TextContext } from '../guard/pair/context.ts'
import { createNumberWord, type NumberWord, type Outline, outlineText } from '../guard/pair/outline.ts'
import { likenessOf } from '../guard/pair/similarity.ts'
import { SUGGESTION_THRESHOLD } from '../guard/pair/suggestion-score.ts'
import type { NearPair } from '../ports/store.ts'

/** What a comparison asks of an entry besides its text. */
export type EntryPlace = Pick<Entry, 'id' | 'scope' | 'entity'> & { readonly context: TextContext }

/** An entry made ready once for many comparisons. */
export interface ComparableEntry {
  readonly place: EntryPlace
  readonly outline: Outline
}

/** Makes entries ready. Only those of one maker can be compared: it numbers their words. */
export function createComparable(): (place: EntryPlace, text: string) => ComparableEntry {
  const numberWord: NumberWord = createNumberWord()
  return (place, text) => ({ place, outline: outlineText(text, numberWord) })
}

/** What is known of where an entry comes from, and nothing else of it. */
export function placeOf(entry: Entry): EntryPlace {
  const { id, scope, entity } = entry
  return { id, scope, context: contextOf(entry), ...(entity !== undefined && { entity }) }
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
  const [a, b] = one.place.id < other.place.id ? [one, other] : [other, one]
  if (a.place.scope !== b.place.scope) return undefined
  const context = { a: a.place.context, b: b.place.context }
  const result = compareNear(a.outline, b.outline, context, SUGGESTION_THRESHOLD)
  if (result === undefined) return undefined
  const { reasons, flags, guard_v } = result
  const kept = { a: a.place.id, b: b.place.id, reasons, guard_v, score: likenessOf(result) }
  switch (result.verdict) {
    case 'same':
    case 'duplicate-safe':
      return isSameSubject(a.place, b.place)
        ? { ...kept, verdict: 'duplicate-safe', flags, score: 1 }
        : { ...kept, verdict: 'related', flags: ['context', ...flags] }
    case 'related':
      return {
        ...kept,
        verdict: 'related',
        flags: hasSharedSubject(a.place, b.place) ? flags : ['context', ...flags],
      }
    case 'contradicts':
      return hasSharedSubject(a.place, b.place) ? { ...kept, verdict: 'contradicts', flags } : undefined
    case 'distinct':
      return undefined
    default:
      return result.verdict satisfies never
  }
}

/** Whether both speak of one thing, as far as is known of it. */
export function isSameSubject(a: Pick<Entry, 'entity'>, b: Pick<Entry, 'entity'>): boolean {
  return canonicalJson(a.entity ?? null) === canonicalJson(b.entity ?? null)
}

/** "Port 3000" of one folder says nothing against "port 3001" of another. Sections of one folder may. */
function hasSharedSubject({ entity: a }: EntryPlace, { entity: b }: EntryPlace): boolean {
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
