import { type Confidence, type Entry, type EntryFields, hasFlag, type Source } from '../domain/entry.ts'
import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import { entryEntity, type Operation } from '../domain/operation.ts'
import { sortedUnique } from '../domain/order.ts'
import type { Plan } from '../domain/plan.ts'
import { normaliseSlot } from '../guard/normalise/normalise-slot.ts'
import { statementKey } from '../guard/normalise/statement-key.ts'
import { planBase } from '../journal/apply-plan.ts'
import type { StoreReader } from '../ports/store.ts'
import { findForgotten, findHead, type ViewOf } from './find-head.ts'
import { lineageAddition } from './plan-lineage.ts'

export interface AddRequest {
  /** For a new entry; a duplicate keeps the id it has. */
  readonly id: EntryId
  readonly fields: EntryFields
  /** What the writer stated himself, where it may differ from what is known. */
  readonly stated: { readonly category?: string; readonly confidence?: Confidence; readonly key?: string }
  readonly supersedes: readonly EntryId[]
  /** The session, import or run in which it is said: the same statement counts once in each. */
  readonly occasion: string
}

export type AddStatus = 'added' | 'duplicate' | 'unburied'

export interface AddOutcome {
  readonly status: AddStatus
  readonly id: EntryId
  /** Without operations where nothing is new. */
  readonly plan: Plan
}

/**
 * The plan of one statement: a new entry, or a sighting where an entry says the same already
 * (compaction reference §2). Nothing is ever answered as added without an entry.
 */
export function planAdd(reader: StoreReader, viewOf: ViewOf, request: AddRequest): AddOutcome {
  const key = statementKey(request.fields)
  if (key === undefined) {
    throw new VarveError('invalid_value', 'the content has no letter or digit', {
      fix: ['varve add "Use pnpm, never npm."'],
    })
  }
  const known = request.fields.title === undefined ? findKnown(reader, viewOf, request, key) : undefined
  if (known === undefined) return { status: 'added', id: request.id, plan: addition(reader, request) }
  return known
}

function findKnown(
  reader: StoreReader,
  viewOf: ViewOf,
  request: AddRequest,
  key: string,
): AddOutcome | undefined {
  const members = reader.classMembers(request.fields.scope, key)
  const headId = findHead(members, viewOf)
  const head = headId && reader.entry(headId)
  if (head) {
    return changesSomething(head, request)
      ? undefined
      : { status: 'duplicate', id: head.id, plan: plan(reader, sighting(head, request)) }
  }
  const forgottenId = findForgotten(members, viewOf)
  const forgotten = forgottenId && reader.entry(forgottenId)
  if (!forgotten || request.supersedes.length > 0) return undefined
  const operations = [...unburial(forgotten), ...sighting(forgotten, request)]
  return { status: 'unburied', id: forgotten.id, plan: plan(reader, operations) }
}

function changesSomething(head: Entry, { stated, supersedes }: AddRequest): boolean {
  const slot = stated.key === undefined ? undefined : normaliseSlot(stated.key)
  const headSlot = head.key === undefined ? undefined : normaliseSlot(head.key)
  return (
    supersedes.length > 0 ||
    (stated.category !== undefined && stated.category !== head.category) ||
    (stated.confidence !== undefined && stated.confidence !== head.confidence) ||
    (slot !== undefined && slot !== headSlot)
  )
}

function sighting(entry: Entry, { occasion, fields }: AddRequest): readonly Operation[] {
  if (occasionOf(entry.source) === occasion || entry.sightings.some((seen) => seen.occasion === occasion))
    return []
  return [{ op: 'learning.sight', id: entry.id, occasion, source: fields.source }]
}

/** The occasion on which an entry was first stated, where its source names one. */
export function occasionOf(source: Source): string | undefined {
  return source.session === undefined ? undefined : `session ${source.session}`
}

function unburial(entry: Entry): readonly Operation[] {
  if (!hasFlag(entry, 'buried')) return []
  const was = entry.flags.find((flag) => flag.kind === 'buried') ?? null
  return [{ op: 'flag.clear', id: entry.id, kind: 'buried', reason: 'stated again', was }]
}

function addition(reader: StoreReader, { id, fields, supersedes }: AddRequest): Plan {
  const targets = sortedUnique(supersedes) as EntryId[]
  if (targets.includes(id))
    throw new VarveError('usage', `${id} can't supersede itself`, {
      subjects: [id],
      fix: [`varve show ${id}`],
    })
  return plan(reader, [
    { op: 'entry.add', id, fields },
    ...targets.map((under) => lineageAddition(reader, { kind: 'supersedes', top: id, under })),
  ])
}

function plan(reader: StoreReader, operations: readonly Operation[]): Plan {
  const ids = operations.flatMap((operation) => ('id' in operation ? [operation.id] : []))
  return { stage: 'edit', command: 'add', operations, base: planBase(reader, ids.map(entryEntity)) }
}
