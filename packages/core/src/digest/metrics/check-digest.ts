import type { EntryId } from '../../domain/ids.ts'
import { checkRewrite } from '../../guard/rewrite/check-rewrite.ts'
import type { RewriteKind, RewriteLimits, RewriteResult } from '../../guard/rewrite/rewrite-result.ts'
import type { StoreReader } from '../../ports/store.ts'
import { type DigestKind, isDigestKind } from '../apply-request.ts'
import { frontierOf } from '../lineage/frontier.ts'
import type { Digests } from '../lineage/open-digests.ts'
import { claimsOf } from './claims-of.ts'
import { wholeText, withoutWikiLinks } from './evidence-kept.ts'

const CHECKED_AS: Readonly<Record<DigestKind, RewriteKind>> = {
  digests: 'digests',
  consolidates: 'consolidates',
  merges: 'fuse',
  duplicates: 'dedup',
}

/** A digest, what it is for, and the entries that its text was written from. */
export interface CheckedDigest {
  readonly digest: EntryId
  readonly kind: DigestKind
  readonly sources: readonly EntryId[]
}

/** What the guard says of the text of a digest. Undefined where there is nothing to hold it against. */
export function checkDigest(
  reader: Pick<StoreReader, 'entry'>,
  { digest, kind, sources }: CheckedDigest,
  limits: RewriteLimits = {},
): RewriteResult | undefined {
  const entry = reader.entry(digest)
  const texts = sources.flatMap((id) => {
    const source = reader.entry(id)
    if (source === undefined || source.state === 'retracted' || source.purged !== undefined) return []
    return [{ id, text: withoutWikiLinks(wholeText(source)) }]
  })
  if (entry === undefined || texts.length === 0) return undefined
  return checkRewrite(
    { kind: CHECKED_AS[kind], sources: texts, output: withoutIds(claimsOf(entry), sources) },
    limits,
  )
}

const WORD_WITH_DIGIT = /[A-Za-z0-9_-]*\d[A-Za-z0-9_-]*/g
const SHORTEST_ID = 4

/** A digest names its sources by short ids behind its claims: those are no evidence of anything. */
function withoutIds(text: string, ids: readonly EntryId[]): string {
  return text.replace(WORD_WITH_DIGIT, (word) => {
    const isId = word.length >= SHORTEST_ID && ids.some((id) => id.startsWith(word))
    return isId ? ' ' : word
  })
}

/**
 * How a digest is checked: as what it stands there for, and against the texts at the bottom of its
 * lineage, so that loss can't build up from digest to digest.
 */
export function checkedDigest(digests: Digests, digest: EntryId): CheckedDigest {
  const edges = digests.sourcesOf(digest).flatMap((id) => digests.topsOf(id))
  const kind = edges.find(({ top }) => top === digest)?.kind ?? 'digests'
  return {
    digest,
    kind: isDigestKind(kind) ? kind : 'digests',
    sources: frontierOf(digests, digest, Number.POSITIVE_INFINITY),
  }
}
