import { clockOf } from '../domain/clock.ts'
import type { Entry, EntryFields, Flag, FlagKind } from '../domain/entry.ts'
import { type EntryId, type RecordId, type VersionId, versionId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { StatusOverride } from '../domain/learning.ts'
import type { Event, Operation, ReviseOperation } from '../domain/operation.ts'
import { by, byText, sortedUnique } from '../domain/order.ts'
import { type TrustBound, trustBound, withLearning } from './fold-learning.ts'
import { SightingsDraft } from './fold-sightings.ts'
import { withFields } from './with-fields.ts'

/**
 * The entry that its events add up to, or undefined while the event that adds it is missing.
 *
 * Events come in clock order, so plain assignment makes each field a register won by the latest
 * clock; flags, tags and sightings are sets, so that what two people did apart all applies.
 */
export function foldEntry(id: EntryId, events: readonly Event[]): Entry | undefined {
  const purge = events.find((event) => event.operation.op === 'purge')
  if (purge?.operation.op === 'purge') return tombstone(id, events, purge.record, purge.operation)
  const draft = new EntryDraft()
  for (const event of events) draft.take(event)
  return draft.finish(id)
}

class EntryDraft {
  #fields: EntryFields | undefined
  #recorded: Instant = 0
  #retracted = false
  #textVersion: VersionId | undefined
  readonly #textDates = new Map<VersionId, Instant>()
  readonly #leaves = new Set<VersionId>()
  readonly #flags = new Map<FlagKind, Flag>()
  #override: StatusOverride | undefined
  readonly #sightings = new SightingsDraft()
  /** Sessions showed it, and don't count any more. */
  #isUnseen = false
  #bound: TrustBound | undefined

  take(event: Event): void {
    const { record, position, actor, operation } = event
    const at = clockOf(record).wall
    switch (operation.op) {
      case 'entry.add':
        if (this.#fields === undefined) this.#recorded = at
        this.#fields = operation.fields
        this.#write(versionId(record, position), at)
        break
      case 'entry.revise':
        this.#revise(operation, versionId(record, position), at)
        break
      case 'entry.retract':
        this.#retracted = true
        break
      case 'entry.restore':
        this.#retracted = false
        break
      case 'flag.set': {
        const { kind, reason, evidence, since } = operation
        const flag = { kind, reason, ...(evidence && { evidence }), by: actor, at, ...since }
        this.#flags.set(kind, flag)
        break
      }
      case 'flag.clear':
        this.#flags.delete(operation.kind)
        break
      case 'learning.sight':
        this.#sightings.take(event, operation)
        this.#isUnseen ||= operation.withdrawn === true && operation.rating !== undefined
        break
      case 'learning.override': {
        const { status, reason, since } = operation
        this.#override = status === null ? undefined : { status, reason, by: actor, at, ...since }
        break
      }
      default: // Operations of other entities, and what a purge left.
    }
  }

  finish(id: EntryId): Entry | undefined {
    if (this.#fields === undefined || this.#textVersion === undefined) return undefined
    const entry: Entry = {
      id,
      ...this.#fields,
      recorded: this.#recorded,
      updated: this.#textDates.get(this.#textVersion) ?? this.#recorded,
      state: this.#retracted ? 'retracted' : 'active',
      flags: [...this.#flags.values()].sort(by((flag) => flag.kind, byText)),
      sightings: this.#sightings.finish(),
      versions: sortedUnique(this.#leaves) as VersionId[],
      text_version: this.#textVersion,
    }
    const isUnseen = this.#isUnseen && entry.source.kind === 'session'
    return withLearning(entry, { override: this.#override, isUnseen, bound: this.#bound })
  }

  #revise(operation: ReviseOperation, version: VersionId, at: Instant): void {
    if (this.#fields === undefined) return
    const { inherited, set } = operation
    if (inherited && set.source) this.#bound = trustBound(this.#sightings.finish(), set.source.trust)
    const tags = new Set(this.#fields.tags)
    for (const tag of operation.tags_removed ?? []) tags.delete(tag)
    for (const tag of operation.tags_added ?? []) tags.add(tag)
    this.#fields = { ...withFields(this.#fields, operation), tags: sortedUnique(tags) }
    for (const base of operation.base) this.#leaves.delete(base)
    if (!changesText(operation)) this.#leaves.add(version)
    else this.#write(version, at, operation.restores)
  }

  #write(version: VersionId, at: Instant, restores?: VersionId): void {
    this.#leaves.add(version)
    const restored = restores === undefined ? undefined : this.#textDates.get(restores)
    this.#textVersion = restored === undefined || restores === undefined ? version : restores
    this.#textDates.set(this.#textVersion, restored ?? at)
  }
}

/** Whether a revision touches the title, the summary or the content. */
export function changesText({ set }: Pick<ReviseOperation, 'set'>): boolean {
  return set.content !== undefined || set.title !== undefined || set.summary !== undefined
}

/** What a purge leaves: that there was an entry, when, and why it went. The same whatever else arrives. */
function tombstone(
  id: EntryId,
  events: readonly Event[],
  record: RecordId,
  { hash, reason }: Extract<Operation, { op: 'purge' }>,
): Entry {
  const first = events[0]?.record ?? record
  const recorded = clockOf(first).wall
  return {
    id,
    content: '',
    type: 'fact',
    category: 'uncategorised',
    tags: [],
    refs: [],
    source: { kind: 'human', trust: 'web' },
    confidence: 'low',
    scope: 'project',
    created: recorded,
    recorded,
    updated: clockOf(record).wall,
    state: 'retracted',
    flags: [],
    sightings: [],
    versions: [versionId(record, 0)],
    text_version: versionId(record, 0),
    purged: { by: record, hash, reason },
  }
}
