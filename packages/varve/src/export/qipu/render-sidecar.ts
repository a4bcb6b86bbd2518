import {
  by,
  byText,
  canonicalJson,
  type Entry,
  type Json,
  type JsonObject,
  type LineageEdge,
  lineageOrder,
  sha256,
} from '@varve/core'
import type { DraftFields, DraftLineage, ParsedImport } from '../../import/import-format.ts'
import { parse } from '../../import/qipu/parse.ts'
import { renderEntryRow } from '../entry-row.ts'
import type { ExportedMemory } from '../export-file.ts'
import type { RenderedNote } from './rendered-note.ts'

/** Fields that no front matter of qipu's holds. */
const BESIDE = [
  'category',
  'confidence',
  'layer',
  'entity',
  'key',
  'pinned',
  'importance',
  'scores',
  'refs',
  'asserted_from',
  'asserted_to',
  'valid_from',
  'valid_to',
] as const

/**
 * What the notes alone don't say: found by reading them as an import does, and comparing with the
 * memory. Undefined where that is nothing.
 */
export function renderSidecar(memory: ExportedMemory, notes: readonly RenderedNote[]): string | undefined {
  const read = readBack(memory, notes)
  const entries = notes.map(({ entry }) => entry).sort(by((entry) => entry.id, byText))
  const parts: JsonObject = withoutEmpty({
    lineage: unsaidLineage(memory, read.lineage),
    flags: entries.flatMap(({ id, flags }) => flags.map(({ kind, reason }) => ({ id, kind, reason }))),
    retracted: entries.filter(({ state }) => state === 'retracted').map(({ id }) => id),
    entries: unsaidFields(entries, read),
    written: Object.fromEntries(
      notes
        .filter(({ entry, text }) => entry.original?.text !== text)
        .map(({ path, text }) => [path, sha256(text)] as const)
        .sort(by(([path]) => path, byText)),
    ),
  })
  if (Object.keys(parts).length === 0) return undefined
  return `${JSON.stringify({ varve_lineage: 1, ...parts }, null, 2)}\n`
}

function readBack({ ontology }: ExportedMemory, notes: readonly RenderedNote[]): ParsedImport {
  const config = typeof ontology?.text === 'string' ? ontology.text : ''
  const files = [{ path: 'config.toml', text: config }, ...notes]
  return parse({
    root: '',
    trust: 'agent',
    withWorkspaces: true,
    files: files.map(({ path, text }) => ({ path, bytes: Buffer.from(text) })),
  })
}

function unsaidLineage(
  { entries, lineage }: ExportedMemory,
  said: readonly DraftLineage[],
): readonly JsonObject[] {
  const ids = new Set<string>(entries.map((entry) => entry.id))
  const nameOf = ({ kind, top, under, source_hash, guard }: LineageEdge | DraftLineage): string =>
    `${kind} ${top} ${under} ${source_hash ?? ''} ${guard === undefined ? '' : canonicalJson(guard)}`
  const known = new Set(said.map(nameOf))
  return lineage
    .filter((edge) => (ids.has(edge.top) || ids.has(edge.under)) && !known.has(nameOf(edge)))
    .filter((edge) => edge.kind !== 'digests' || edge.source_hash !== undefined)
    .sort(lineageOrder)
    .map(({ kind, top, under, source_hash, guard }) => ({
      kind,
      top,
      under,
      ...(source_hash === undefined ? {} : { source_hash }),
      // Its members are JSON.
      ...(guard === undefined ? {} : { guard: guard as unknown as JsonObject }),
    }))
}

function unsaidFields(entries: readonly Entry[], { drafts }: ParsedImport): JsonObject {
  const said = new Map(drafts.map((draft) => [draft.id ?? '', draft.fields] as const))
  const scopes = new Set(entries.filter(({ original }) => original !== undefined).map(({ scope }) => scope))
  const rows = entries.flatMap((entry): readonly (readonly [string, Json])[] => {
    const fields = said.get(entry.id)
    if (fields === undefined) return []
    // All that came in one import lie where that was made; a scope that only some have was given to them.
    const isScopeGiven = entry.original === undefined || scopes.size > 1
    const row = unsaidOf(entry, fields, isScopeGiven)
    return Object.keys(row).length === 0 ? [] : [[entry.id, row]]
  })
  return Object.fromEntries(rows)
}

function unsaidOf(entry: Entry, said: DraftFields, isScopeGiven: boolean): JsonObject {
  const now = renderEntryRow(entry)
  const { id, created, recorded, updated, scope, state, flags, sightings, versions, text_version } = entry
  const kept = { id, recorded, updated, state, flags, sightings, versions, text_version }
  const then = renderEntryRow({ ...said, ...kept, created, scope })
  const isSame = (name: string): boolean =>
    canonicalJson(now[name] ?? null) === canonicalJson(then[name] ?? null)
  const { kind, trust, agent, session, message } = entry.source
  const source = { kind, trust, agent, session, message }
  const isSourceSaid = entry.original === undefined ? kind === 'import' : trust === said.source.trust
  return withoutEmpty({
    ...Object.fromEntries(
      BESIDE.flatMap((name) => (isSame(name) ? [] : [[name, now[name] ?? null] as const])),
    ),
    ...(isScopeGiven && entry.scope !== (said.scope ?? 'project') ? { scope: entry.scope } : {}),
    ...(isSourceSaid
      ? {}
      : { source: Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined)) }),
    ...(entry.title === undefined ? { untitled: true } : {}),
  })
}

function withoutEmpty(value: Readonly<Record<string, unknown>>): JsonObject {
  const members = Object.entries(value).filter(
    ([, part]) => typeof part !== 'object' || part === null || Object.keys(part).length > 0,
  )
  // What is left are members made of JSON.
  return Object.fromEntries(members) as JsonObject
}
