import type { RewriteKind } from '../rewrite/rewrite-result.ts'

/** How many sources one text may be written from. */
export const MAX_SOURCES: Readonly<Record<RewriteKind, number>> = {
  dedup: 10,
  fuse: 10,
  consolidates: 20,
  digests: 20,
  narrative: Infinity,
  extract: Infinity,
  reason: Infinity,
}
