import type { EntryFields } from '../domain/entry.ts'
import { withoutUndefined } from '../domain/json.ts'
import { sortedUnique } from '../domain/order.ts'
import {
  assertedSpan,
  leastConfidence,
  leastTrust,
  sharedKey,
  sharedValidity,
  uniqueRefs,
} from '../edit/stand-in-fields.ts'
import type { MergeSource } from './merge-source.ts'

/** Who wrote the text: a model, unless a person is named. */
export interface Writer {
  readonly kind?: 'compaction' | 'human'
  readonly agent: string
}

/** What is stated of a merged entry: never fresher, surer, more trusted or longer valid than its sources. */
export function fusedFields(
  sources: readonly MergeSource[],
  text: string,
  { kind = 'compaction', agent }: Writer,
): EntryFields {
  const entries = sources.map(({ entry }) => entry)
  const { from, to } = assertedSpan(entries)
  const [first] = entries
  return withoutUndefined({
    content: text,
    type: first?.type ?? 'fact',
    category: first?.category ?? 'uncategorised',
    layer: first?.layer,
    entity: first?.entity,
    tags: sortedUnique(entries.flatMap(({ tags }) => tags)),
    refs: uniqueRefs(entries),
    source: { kind, trust: leastTrust(entries), agent },
    confidence: leastConfidence(entries),
    scope: first?.scope ?? 'project',
    key: sharedKey(entries),
    created: to,
    asserted_from: from,
    asserted_to: to,
    ...sharedValidity(entries),
  })
}
