import {
  type Entry,
  type EntryId,
  hasFlag,
  type NearPair,
  type OpenView,
  type StoreReader,
} from '@varve/core'
import { findSeries, type Related, relateNear } from '@varve/core/near'
import type { Finding, Place } from './finding.ts'

/** Reasons that say: the same subject, another value. The later of two such may simply be newer. */
const VALUE_REASON = /^value:(?:num|ver|slot|env-value|flag-value)/

/** Everything that a memory's texts and lineage tell of its health. Pairs come most alike first. */
export function listFindings(
  reader: StoreReader,
  view: OpenView,
  pairs: readonly NearPair[],
): readonly Finding[] {
  const series = findSeries(pairs, reader)
  const shown = pairs.filter((pair) => isShown(view, pair.a) && isShown(view, pair.b) && !series.has(pair))
  return [
    ...exactDuplicates(reader, view),
    ...shown.flatMap((pair) => pairFinding(reader, pair)).sort((x, y) => (y.score ?? 0) - (x.score ?? 0)),
    ...withoutEvidence(view),
  ]
}

function isShown(view: OpenView, id: EntryId): boolean {
  return view.viewOf(id)?.hidden === undefined
}

function exactDuplicates(reader: StoreReader, view: OpenView): readonly Finding[] {
  const byHead = new Map<EntryId, EntryId[]>()
  for (const { id, hidden } of view.allViews().values()) {
    if (hidden?.reason !== 'duplicate' || hidden.by === null) continue
    byHead.set(hidden.by, [...(byHead.get(hidden.by) ?? []), id])
  }
  return [...byHead].map(([head, others]) => ({
    kind: 'exact_duplicate',
    places: [head, ...others].flatMap((id) => placeOf(reader.entry(id))),
    reasons: ['same words'],
  }))
}

function pairFinding(reader: StoreReader, pair: NearPair): readonly Finding[] {
  const related = relateNear(pair, reader)
  const kind = kindOf(related)
  if (kind === undefined) return []
  const places = [pair.a, pair.b].flatMap((id) => placeOf(reader.entry(id)))
  return [{ kind, places, reasons: related.reasons, score: pair.score }]
}

function kindOf({ relation, reasons }: Related): Finding['kind'] | undefined {
  switch (relation) {
    case 'contradiction_hint':
      // Values of different types, often one value in two notations: likely the same, said twice.
      if (reasons.every((reason) => reason === 'value:mixed')) return 'near_duplicate'
      return reasons.some((reason) => VALUE_REASON.test(reason)) ? 'newer_value' : 'contradiction'
    case 'near_duplicate':
      return relation
    case 'related':
      return undefined
    default:
      return relation satisfies never
  }
}

/** Said by an agent, with nothing to check it by. */
function withoutEvidence(view: OpenView): readonly Finding[] {
  const findings: Finding[] = []
  for (const entry of view.entries({ visibility: 'heads' })) {
    const { source, refs } = entry
    const hasEvidence = refs.length > 0 || source.file !== undefined || source.session !== undefined
    if (hasEvidence || source.trust === 'user' || hasFlag(entry, 'untrusted')) continue
    findings.push({ kind: 'no_evidence', places: placeOf(entry), reasons: ['no file, session or reference'] })
  }
  return findings
}

export function placeOf(entry: Entry | undefined): readonly Place[] {
  if (entry === undefined) return []
  const { file, line } = entry.source
  const at = file === undefined ? undefined : line === undefined ? file : `${file}:${line}`
  return [{ id: entry.id, at, text: entry.title ?? entry.content }]
}
