import {
  by,
  byText,
  type EntryId,
  formatInstant,
  type LineageEdge,
  lineageOrder,
  linkOrder,
  type Sighting,
  sha256,
} from '@varve/core'
import { ONTOLOGY_POLICY } from '../../import/qipu/ontology.ts'
import { renderEntryRow, sourceRow } from '../entry-row.ts'
import type { ExportedMemory, ExportFile } from '../export-file.ts'

/** Version of the pack format. */
const PACK_VERSION = 1

/**
 * A pack: a header, entries by id, who saw them again, their links, their lineage, what was decided and
 * what could not be read, and a last line that proves the file whole. Lineage with an end that is not in
 * the pack is listed as `outside`.
 */
export function exportPack(memory: ExportedMemory, options: { readonly counter: string }): ExportFile {
  const ids = new Set<string>(memory.entries.map((entry) => entry.id))
  const entries = [...memory.entries].sort(by((entry) => entry.id, byText))
  const links = memory.links.filter((link) => ids.has(link.from)).sort(linkOrder)
  const lineage = memory.lineage.filter((edge) => ids.has(edge.top) || ids.has(edge.under)).sort(lineageOrder)
  const isInside = (edge: LineageEdge): boolean => ids.has(edge.top) && ids.has(edge.under)
  const rows = [
    {
      varve_pack: PACK_VERSION,
      counter: options.counter,
      entries: entries.length,
      lineage: lineage.filter(isInside).length,
      attachments: 0,
    },
    ...entries.map((entry) => ({ entry: renderEntryRow(entry) })),
    ...entries.flatMap((entry) =>
      entry.sightings.map((sighting) => ({ sighting: sightingRow(entry.id, sighting) })),
    ),
    ...links.map(({ from, to, type, source }) => ({ link: { from, to, type, source } })),
    ...lineage.map((edge) => (isInside(edge) ? { lineage: edgeRow(edge) } : { outside: edgeRow(edge) })),
    ...(memory.ontology ? [{ policy: { name: ONTOLOGY_POLICY, value: memory.ontology } }] : []),
    ...(memory.reviews ?? []).map(({ id, decision }) => ({ review: { id, decision } })),
    ...(memory.quarantine ?? []).map(({ at: _, ...item }) => ({ quarantined: item })),
  ]
  const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  return { path: 'memory.pack.jsonl', text: `${body}${JSON.stringify({ sha256: sha256(body) })}\n` }
}

function edgeRow({ kind, top, under, source_hash, guard, by: author, recorded }: LineageEdge): object {
  const at = formatInstant(recorded)
  const stated = { ...(source_hash !== undefined && { source_hash }), ...(guard !== undefined && { guard }) }
  return { kind, top, under, ...stated, by: author, at }
}

function sightingRow(entry: EntryId, { occasion, by: author, at, source }: Sighting): object {
  return { entry, occasion, by: author, at: formatInstant(at), source: sourceRow(source) }
}
