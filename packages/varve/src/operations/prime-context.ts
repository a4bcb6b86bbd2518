import { formatDate, hasFlag, type OpenView, printJson, type StoreReader, trustRank } from '@varve/core'
import {
  type Budget,
  fitPrime,
  headlineOf,
  PRIME_BANNER,
  type Prime,
  type PrimeLine,
  parseIndex,
  primeJson,
  primeRecords,
  primeText,
} from '@varve/core/recall'
import { readIndex } from './cache/read-index.ts'
import { viewFor } from './commit.ts'
import type { OperationContext } from './context.ts'
import { madeWhenAsked } from './made-when-asked.ts'
import type { OperationResult } from './operation.ts'
import { shortIdIn } from './short-id.ts'

const COLLECTION_TYPES = ['map', 'moc'] as const
const MOST_LINES = 10
/** So many of the latest changes are looked at for those that may be shown. */
const LOOKED_AT = 200
const LEAST_TRUST = trustRank('agent')

/** What a session starts with, within its budget: the same for every client. */
export function primeContext(context: OperationContext, budget: Budget, hasBanner: boolean): OperationResult {
  const reader = context.reading()
  const view = viewFor(context, reader)
  const { text, issues } = readIndex(context)
  const prime: Prime = {
    ...parseIndex(text),
    collections: COLLECTION_TYPES.flatMap((type) => shownLines(reader, view, { type })).slice(0, MOST_LINES),
    recent: shownLines(reader, view, { sort: 'updated' }),
    isTruncated: false,
    banner: hasBanner ? PRIME_BANNER : undefined,
    issues,
  }
  const fitted = (render: (prime: Prime) => string) =>
    fitPrime(prime, render, budget, 'varve context --prime')
  return madeWhenAsked({
    json: () => primeJson(fitted((shown) => printJson(primeJson(shown)))),
    human: () => primeText(fitted(primeText)),
    records: () => primeRecords(fitted(primeRecords)),
    issues,
  })
}

/** What is shown to everybody, and may be put before an agent unasked. */
function shownLines(
  reader: StoreReader,
  view: OpenView,
  query: { readonly type?: string; readonly sort?: 'updated' },
): readonly PrimeLine[] {
  const lines: PrimeLine[] = []
  for (const entry of view.entries({ ...query, visibility: 'heads', limit: LOOKED_AT })) {
    if (trustRank(entry.source.trust) < LEAST_TRUST || hasFlag(entry, 'untrusted')) continue
    const { id, updated } = entry
    lines.push({
      id,
      shortId: shortIdIn(reader, id),
      headline: headlineOf(entry),
      updated: formatDate(updated),
    })
    if (lines.length === MOST_LINES) break
  }
  return lines
}
