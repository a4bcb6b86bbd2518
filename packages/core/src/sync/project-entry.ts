import { type Entry, hasFlag } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { formatInstant, type Instant } from '../domain/instant.ts'
import { byText } from '../domain/order.ts'
import { heldLearning, listContradictions } from '../journal/held-learning.ts'
import type { ProjectedEntry } from '../ports/carrier.ts'
import type { StoreReader } from '../ports/store.ts'

const BRANCH = 'branch:'
/** The first and the last moment that every database can write down in the same way. */
const FIRST = Date.UTC(1900, 0, 1)
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Every learning that a team sees, by id. */
export function projectAll(reader: StoreReader): readonly ProjectedEntry[] {
  const entries = [...reader.entries({ visibility: 'heads' })].filter(
    ({ learning }) => learning !== undefined,
  )
  const contradictions = contradictionsIn(reader, entries)
  return entries
    .flatMap((entry) => rowOf(entry, contradictions.get(entry.id)) ?? [])
    .sort((a, b) => byText(a.id, b.id))
}

/**
 * How a team sees an entry in SQL; undefined where it doesn't: what isn't rated by sightings, is discarded,
 * hidden by another, of one session alone, or waits for a person to read it.
 */
export function projectEntry(reader: StoreReader, id: EntryId): ProjectedEntry | undefined {
  if (reader.view(id)?.hidden !== undefined) return undefined
  const entry = reader.entry(id)
  return entry && rowOf(entry, contradictionsIn(reader, [entry]).get(id))
}

function contradictionsIn(reader: StoreReader, entries: readonly Entry[]) {
  const standings = {
    viewsOf: (ids: Iterable<EntryId>) => new Map([...reader.views(ids)].map((view) => [view.id, view])),
    hiddenBy: (tops: Iterable<EntryId>) => reader.hiddenBy(tops),
  }
  return listContradictions(
    standings,
    entries.map(({ id }) => id),
  )
}

function rowOf(entry: Entry, contradictions: readonly EntryId[] | undefined): ProjectedEntry | undefined {
  const { id, scores, scope, state, purged } = entry
  const learning = entry.learning && heldLearning(entry.learning, contradictions)
  const isOfBranch = scope.startsWith(BRANCH)
  if (learning === undefined || scores === undefined || learning.sessions < 1) return undefined
  if (learning.status === 'discarded' || state !== 'active' || purged !== undefined) return undefined
  if (hasFlag(entry, 'untrusted') || (!isOfBranch && scope !== 'project')) return undefined
  const content = heldText(entry.content)
  if (content === '') return undefined
  return {
    id,
    branch: isOfBranch ? heldText(scope.slice(BRANCH.length)) : originOf(entry),
    scope: isOfBranch ? 'feature' : 'project',
    content,
    status: learning.status,
    recurrence_count: learning.sessions,
    impact_score: scores.impact,
    specificity_score: scores.specificity,
    created_at: heldInstant(entry.created),
    updated_at: heldInstant(entry.updated),
  }
}

/** The branch on which a learning was first seen. */
function originOf({ sightings }: Entry): string | null {
  const branch = sightings.find(({ rating }) => rating?.branch !== undefined)?.rating?.branch
  return branch === undefined ? null : heldText(branch)
}

/** A text as a database holds it: no NUL, no half of a pair of surrogates. The journal has it as it is. */
function heldText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

/** A time as every database can write it down: the nearest there is. */
export function heldInstant(at: Instant): string {
  return formatInstant(Number.isFinite(at) ? Math.min(Math.max(at, FIRST), LAST) : FIRST)
}
