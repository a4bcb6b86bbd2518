import { collectScopes } from '../compact/affected-rows.ts'
import { resolveView } from '../compact/resolve-view.ts'
import { type EntryId, isEntryId } from '../domain/ids.ts'
import { type Issue, issueOrder } from '../domain/issue.ts'
import { canonicalJson } from '../domain/json.ts'
import { type EntityKey, entityOf } from '../domain/operation.ts'
import type { StoreReader, StoreWriter } from '../ports/store.ts'
import { refoldEntity } from './apply-record.ts'
import { compactionRowOf } from './compaction-row.ts'
import { foldLineage } from './fold-edge.ts'
import { foldEntry } from './fold-entry.ts'
import { rebuildViews, STORED_SCOPES } from './refresh-views.ts'

/** Where the state that is kept differs from what the journal adds up to: an issue for each place. */
export function findDrift(reader: StoreReader): readonly Issue[] {
  const drifted = [...reader.entities()].filter((entity) => isDrifted(reader, entity))
  return [...drifted, ...listDriftedViews(reader)].map(driftIssue).sort(issueOrder)
}

/** Folds every entity again and resolves the view again. The journal stays as it is. */
export function rebuildState(writer: StoreWriter): void {
  for (const entity of [...writer.entities()]) {
    const operation = writer.events(entity).at(-1)?.operation
    if (operation) refoldEntity(writer, entity, operation)
    else dropUnfounded(writer, entity)
  }
  rebuildViews(writer)
}

function isDrifted(reader: StoreReader, entity: EntityKey): boolean {
  const events = reader.events(entity)
  const operation = events.at(-1)?.operation
  if (operation === undefined) return isUnfounded(reader, entity)
  switch (operation.op) {
    case 'link.add':
    case 'link.remove': {
      const { from, to, type, source } = operation.link
      const isStored = reader.links({ from, to }).some((link) => link.type === type && link.source === source)
      return isStored !== (operation.op === 'link.add')
    }
    case 'lineage.add':
    case 'lineage.remove': {
      const { kind, top, under } = operation
      const stored = reader.lineage({ top, under }).find((edge) => edge.kind === kind)
      return canonicalJson(stored) !== canonicalJson(foldLineage(events))
    }
    case 'review.resolve':
      return canonicalJson(reader.review(operation.review) ?? null) !== canonicalJson(operation.decision)
    case 'project.policy':
      return canonicalJson(reader.policy(operation.name) ?? null) !== canonicalJson(operation.value)
    case 'session.mark': {
      const { session, mark, name, value } = operation
      return canonicalJson(reader.sessionMark(session, mark, name) ?? null) !== canonicalJson(value)
    }
    default: {
      const entry = foldEntry(operation.id, events)
      const [row] = reader.compactionRows({ ids: [operation.id] })
      return (
        canonicalJson(reader.entry(operation.id)) !== canonicalJson(entry) ||
        canonicalJson(row) !== canonicalJson(entry && compactionRowOf(entry))
      )
    }
  }
}

/** Whether something is kept of an entity of which no record that can be read speaks any more. */
function isUnfounded(reader: StoreReader, entity: EntityKey): boolean {
  const { entry, edges, links } = listKept(reader, entity)
  return edges.length + links.length > 0 || (entry !== undefined && hasRow(reader, entry))
}

/** The damaged record stays in the journal; only what was folded from it goes. */
function dropUnfounded(writer: StoreWriter, entity: EntityKey): void {
  const { entry, edges, links } = listKept(writer, entity)
  if (entry !== undefined) writer.dropEntry(entry)
  for (const edge of edges) writer.dropLineage(edge)
  for (const link of links) writer.dropLink(link)
}

const ENTRY = 'entry '

function listKept(reader: StoreReader, entity: EntityKey) {
  const id = entity.startsWith(ENTRY) ? entity.slice(ENTRY.length) : ''
  return {
    entry: isEntryId(id) ? id : undefined,
    edges: reader
      .lineage({})
      .filter((edge) => entityOf({ op: 'lineage.remove', ...edge, was: null }) === entity),
    links: reader.links({}).filter((link) => entityOf({ op: 'link.remove', link }) === entity),
  }
}

function hasRow(reader: StoreReader, id: EntryId): boolean {
  for (const _ of reader.compactionRows({ ids: [id] })) return true
  return false
}

function listDriftedViews(reader: StoreReader): readonly EntityKey[] {
  const { rows, edges, known } = collectScopes(reader, STORED_SCOPES)
  const { views } = resolveView(rows, edges, known)
  return views
    .filter((view) => canonicalJson(reader.view(view.id)) !== canonicalJson(view))
    .map((view) => `view ${view.id}`)
}

function driftIssue(entity: EntityKey): Issue {
  return {
    code: 'state_drift',
    severity: 'error',
    subjects: [entity],
    message: `what is kept of ${entity} differs from what the journal adds up to`,
    fix: ['varve doctor --fix'],
  }
}
