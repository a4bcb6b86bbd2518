import { recordHeader, recordLine, type StoreReader } from '@varve/core'
import { type DigestStatus, digestStatus } from '@varve/core/digest'
import { viewFor } from './commit.ts'
import { entryLabel } from './digest/entry-label.ts'
import { positional } from './field.ts'
import { findEntry } from './find-entry.ts'
import { defineOperation } from './operation.ts'

/** `varve compact status`: how one entry stands. */
export const compactStatus = defineOperation({
  name: 'compact status',
  summary: 'Say what an entry is under, and what is under it',
  effect: 'reads',
  fields: { id: positional('The entry', 'id') },
  examples: ['varve compact status 7c1d09aa', 'varve compact status 7c1d09aa --json'],
  run({ id }, context) {
    const reader = context.reading()
    const status = digestStatus(reader, viewFor(context, reader), findEntry(reader, id))
    return {
      json: json(status),
      human: human(reader, status),
      records: records(status),
      issues: status.issues,
    }
  },
})

function json(status: DigestStatus): object {
  const { id, role, compactor, canonical, chain, compacts, isStale, supersededBy, contestedBy, issues } =
    status
  return {
    note_id: id,
    role,
    compactor: compactor?.id ?? null,
    kind: compactor?.kind ?? null,
    canonical,
    chain,
    compacts,
    compacts_count: compacts.length,
    stale: isStale,
    superseded_by: supersededBy,
    contested_by: contestedBy,
    issues,
  }
}

function human(reader: StoreReader, status: DigestStatus): string {
  const { id, role, compactor, canonical, compacts, isStale, supersededBy, contestedBy } = status
  const top = compactor === null ? '(none)' : `${entryLabel(reader, compactor.id)} (${compactor.kind})`
  const labels = (ids: readonly (typeof id)[]) => ids.map((each) => entryLabel(reader, each)).join(', ')
  return `${[
    `Note: ${entryLabel(reader, id)}`,
    `  Role: ${role}`,
    `  Compacted by: ${top}`,
    ...(contestedBy.length > 0 ? [`  Contested by: ${labels(contestedBy)}`] : []),
    ...(supersededBy.length > 0 ? [`  Superseded by: ${labels(supersededBy)}`] : []),
    `  Canonical: ${canonical === id ? '(self)' : entryLabel(reader, canonical)}`,
    `  Compacts: ${compacts.length === 0 ? '(none)' : ''}`.trimEnd(),
    ...compacts.map((each) => `    - ${entryLabel(reader, each)}`),
    ...(isStale ? ['  Stale: yes'] : []),
  ].join('\n')}\n`
}

function records({
  id,
  role,
  compactor,
  canonical,
  compacts,
  supersededBy,
  contestedBy,
}: DigestStatus): string {
  return `${[
    recordHeader('compact.status', { note: id, role, canonical }),
    ...(compactor === null ? [] : [recordLine('D', ['compactor', compactor.id], { kind: compactor.kind })]),
    recordLine('D', ['canonical', canonical]),
    ...compacts.map((each) => recordLine('D', ['compacts', each])),
    ...supersededBy.map((each) => recordLine('D', ['superseded_by', each])),
    ...contestedBy.map((each) => recordLine('D', ['contested_by', each])),
  ].join('\n')}\n`
}
