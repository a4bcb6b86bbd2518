import type { OpenView } from '../compact/open-view.ts'
import type { Access } from '../ports/store.ts'
import { normaliseEntity, subjectOf } from './entity.ts'
import type { KnownEntry } from './known-entry.ts'
import type { ConsolidationRequest } from './options.ts'

/** Whether a run may touch an entry: all, those of one entity, or of the entities that a session worked on. */
export type InScope = (known: Pick<KnownEntry, 'subject'>) => boolean

export function scopeOf(
  view: Pick<OpenView, 'entries' | 'canon'>,
  accesses: readonly Access[],
  { scope, session, entity, projectName }: ConsolidationRequest,
): InScope {
  const named = entity === undefined ? undefined : normaliseEntity(entity)
  const isNamed: InScope = ({ subject }) => named === undefined || normaliseEntity(subject.name) === named
  if (scope === 'all') return isNamed
  if (session === undefined) return () => false
  const used = new Set(accesses.filter((access) => access.session === session).map((access) => access.entry))
  const subjects = new Set<string>()
  for (const entry of view.entries({ visibility: 'all' })) {
    const isOfSession =
      entry.source.session === session ||
      entry.sightings.some(({ source }) => source.session === session) ||
      used.has(entry.id)
    if (isOfSession) subjects.add(subjectOf(entry, projectName).key)
  }
  return (known) => subjects.has(known.subject.key) && isNamed(known)
}
