import {
  assertedTo,
  type CompactionRow,
  candidateLine,
  confidenceRank,
  type Entry,
  type EntryId,
  type EntryView,
  entryDigest,
  hasFlag,
  indexWeight,
  isIndexCandidate,
  isLowCandidate,
  lineCost,
  type RenderEntry,
  type RenderedEntry,
  renderBullet,
  type TokenCounter,
} from '@varve/core'
import type { Config } from '../../config/config.ts'

/** What rendering needs to know beside the entry. */
export interface RenderingOf {
  readonly config: Config
  readonly counter: TokenCounter
  readonly shortOf: (id: EntryId) => string
}

/** What rendering needs of a row; its texts, which are most of it, can go. */
export interface RenderRow extends Pick<CompactionRow, 'id' | 'category' | 'pinned' | 'at' | 'confidence'> {
  readonly digest: RenderedEntry['digest']
}

export function renderRow(row: CompactionRow): RenderRow {
  const { id, category, pinned, at, confidence } = row
  return { id, category, pinned, at, confidence, digest: entryDigest(inputOf(row)) }
}

/** An entry as the rendered files know it. `entry` is wanted of a head only. */
export function renderedEntry(
  row: RenderRow,
  standing: EntryView | undefined,
  entry: Entry | undefined,
  { config, counter, shortOf }: RenderingOf,
): RenderedEntry {
  const hidden = standing?.hidden?.reason
  const known = {
    id: row.id,
    digest: row.digest,
    hidden,
    category: row.category,
    pinned: row.pinned,
    at: row.at,
    confidence: confidenceRank(standing?.confidence ?? row.confidence),
    namesOthers: false,
  }
  if (hidden !== undefined || entry === undefined) return known
  const line = indexEntry(entry, standing, shortOf)
  const isShown = isIndexCandidate(line, (category) => indexWeight(category, config.memory))
  return {
    ...known,
    ...(isShown && {
      candidate: { cost: lineCost(candidateLine(line), counter), isLow: isLowCandidate(line) },
    }),
    // Quarantined text is in no rendered file.
    ...(!line.quarantined && { bullet: renderBullet({ ...line, content: bodyText(entry) }) }),
    namesOthers: line.conflicts.length > 0 || line.forks.length > 0,
  }
}

export function inputOf(row: CompactionRow): Parameters<typeof entryDigest>[0] {
  return {
    id: row.id,
    contentHash: row.content_hash,
    category: row.category,
    at: row.at,
    confidence: row.confidence,
    state: row.retracted ? 'retracted' : 'active',
    pinned: row.pinned,
    flagsHash: row.marks,
  }
}

/** A head as the index shows it. */
export function indexEntry(
  entry: Entry,
  standing: EntryView | undefined,
  shortOf: (id: EntryId) => string,
): RenderEntry {
  return {
    id: entry.id,
    shortId: shortOf(entry.id),
    content: indexText(entry),
    category: entry.category,
    assertedTo: assertedTo(entry),
    confidence: standing?.confidence ?? entry.confidence,
    trust: entry.source.trust,
    pinned: entry.pinned ?? false,
    stale: hasFlag(entry, 'stale'),
    conflicts: (standing?.contested_by ?? []).map(shortOf),
    forks: (standing?.forks ?? []).map(shortOf),
    standsFor: standing?.stands_for ?? 0,
    quarantined: hasFlag(entry, 'untrusted'),
  }
}

const SHORT_BODY = 200

/** What an entry says in one line: with what it speaks of; of a long note, its title and summary. */
function indexText(entry: Entry): string {
  const { title, summary, content } = entry
  if (title === undefined) return about(entry) + content
  if (summary !== undefined) return `${title}: ${summary}`
  return content.length <= SHORT_BODY ? `${title}: ${content}` : title
}

function about({ entity }: Entry): string {
  return entity === undefined ? '' : `${entity.name}: `
}

function bodyText(entry: Entry): string {
  const { title, content } = entry
  return title === undefined ? about(entry) + content : `**${title}**\n\n${content}`
}
