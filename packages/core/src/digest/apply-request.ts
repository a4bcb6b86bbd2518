import type { EntryId } from '../domain/ids.ts'
import type { LineageKind } from '../domain/lineage.ts'

/** The kinds by which a person or an agent says that an entry stands in for others. */
export const DIGEST_KINDS = ['digests', 'merges', 'consolidates', 'duplicates'] as const
export type DigestKind = (typeof DIGEST_KINDS)[number]

/** Whether an edge of this kind puts something under a stand-in; what supersedes replaces instead. */
export function isDigestKind(kind: LineageKind): kind is DigestKind {
  return kind !== 'supersedes'
}

export interface ApplyRequest {
  readonly digest: EntryId
  readonly sources: readonly EntryId[]
  readonly kind: DigestKind
  /** Takes a source from the top that it has. */
  readonly move: boolean
  /** Notes what the sources say now. */
  readonly refresh: boolean
  /** The digest was checked and still holds, though its text is the same. */
  readonly reviewed: boolean
}
