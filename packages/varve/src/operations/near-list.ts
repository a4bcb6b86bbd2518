import type { EntryId, NearPair, OpenView, StoreReader } from '@varve/core'
import { type Relation, relationOf } from '@varve/core/near'
import { clipLine } from './clip-line.ts'
import { shortIdIn } from './short-id.ts'

export interface NearEntry {
  readonly id: EntryId
  readonly relation: Relation
  /** Differs by harmless edits alone. */
  readonly safe?: true
  readonly score: number
  readonly reasons: readonly string[]
}

const SHOWN = 5
const SHOWN_TEXT = 80

/** What stands near an entry, most alike first: what the one who adds it should know of. */
export function listNear(reader: StoreReader, view: OpenView, id: EntryId): readonly NearEntry[] {
  return Array.from(reader.nearPairs({ of: id }), (pair) => nearEntry(reader, pair, id))
    .filter((near) => view.viewOf(near.id)?.hidden === undefined)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, SHOWN)
}

function nearEntry(reader: StoreReader, pair: NearPair, id: EntryId): NearEntry {
  return {
    id: pair.a === id ? pair.b : pair.a,
    relation: relationOf(pair, reader),
    ...(pair.verdict === 'duplicate-safe' && { safe: true }),
    score: Math.round(pair.score * 100) / 100,
    reasons: pair.reasons,
  }
}

/** `  near_duplicate of 1f0e88b2: Run the tests with …` */
export function renderNear(reader: StoreReader, near: readonly NearEntry[]): readonly string[] {
  return near.map(({ id, relation }) => {
    const text = reader.entry(id)?.content ?? ''
    return `  ${relation} of ${shortIdIn(reader, id)}: ${clipLine(text, SHOWN_TEXT)}`
  })
}
