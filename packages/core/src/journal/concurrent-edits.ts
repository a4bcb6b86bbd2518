import type { EntryId, VersionId } from '../domain/ids.ts'
import { versionId } from '../domain/ids.ts'
import type { Issue } from '../domain/issue.ts'
import { canonicalJson } from '../domain/json.ts'
import type { Event, FieldValues } from '../domain/operation.ts'
import { sortedUnique } from '../domain/order.ts'

interface Write {
  readonly version: VersionId
  readonly base: readonly VersionId[]
  readonly set: FieldValues
}

/**
 * Issues for fields that two writers set apart, neither having seen the other. The latest clock is
 * shown; the issue stays until somebody who has seen both writes the field again.
 *
 *        a ── b (content)          b and c are both leaves, both set the content:
 *         └── c (content)          one issue, the later of them is shown
 */
export function findConcurrentEdits(id: EntryId, events: readonly Event[]): readonly Issue[] {
  const writes = listWrites(events)
  const ancestors = collectAncestors(writes)
  const fields = sortedUnique(writes.flatMap((write) => Object.keys(write.set)))
  return fields.flatMap((field) => {
    const rivals = findRivals(field, writes, ancestors)
    return rivals.length === 0 ? [] : [concurrentEdit(id, field, rivals)]
  })
}

function listWrites(events: readonly Event[]): readonly Write[] {
  return events.flatMap(({ record, position, operation }): Write[] => {
    const version = versionId(record, position)
    if (operation.op === 'entry.add') {
      const { created: _, tags: __, ...set } = operation.fields
      return [{ version, base: [], set }]
    }
    return operation.op === 'entry.revise' ? [{ version, base: operation.base, set: operation.set }] : []
  })
}

/** Of each version, all the versions it was made from. Bases are always earlier, so one pass does. */
function collectAncestors(writes: readonly Write[]): ReadonlyMap<VersionId, ReadonlySet<VersionId>> {
  const ancestors = new Map<VersionId, ReadonlySet<VersionId>>()
  for (const { version, base } of writes) {
    ancestors.set(version, new Set(base.flatMap((parent) => [parent, ...(ancestors.get(parent) ?? [])])))
  }
  return ancestors
}

/** The shown write of a field first, then the others that neither it nor each other has replaced. */
function findRivals(
  field: string,
  writes: readonly Write[],
  ancestors: ReadonlyMap<VersionId, ReadonlySet<VersionId>>,
): readonly VersionId[] {
  const setters = writes.filter((write) => field in write.set)
  const replaced = new Set(setters.flatMap((write) => [...(ancestors.get(write.version) ?? [])]))
  const open = setters.filter((write) => !replaced.has(write.version))
  const shown = open.at(-1)
  if (shown === undefined) return []
  const value = writtenValue(shown, field)
  const others = open.filter((write) => writtenValue(write, field) !== value)
  return others.length === 0 ? [] : [shown.version, ...others.map((write) => write.version)]
}

function writtenValue(write: Write, field: string): string {
  return canonicalJson(write.set[field as keyof FieldValues])
}

function concurrentEdit(id: EntryId, field: string, [shown, ...others]: readonly VersionId[]): Issue {
  return {
    code: 'concurrent_edit',
    severity: 'warning',
    subjects: [id],
    message: `${field} of ${id} was changed apart in ${others.length + 1} places; the latest is shown`,
    detail: { field, shown, others },
    fix: [`varve show ${id} --history`, `varve edit ${id}`],
  }
}
