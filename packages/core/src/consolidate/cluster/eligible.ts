import { hasFlag, type Layer, trustRank } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { KnownEntry } from '../known-entry.ts'
import { DAY_MS } from '../usage.ts'

const LAYERS_THAT_FADE: ReadonlySet<Layer> = new Set(['context', 'emotion', 'implementation'])
const LEAST_FREE = trustRank('repo')

/** All that is asked of an entry but that it be cold: its layer fades, it is of age and may be quoted. */
export function isOfAge(known: KnownEntry, now: Instant, minAgeDays: number): boolean {
  const { entry, layer, at } = known
  if (known.isExempt || !LAYERS_THAT_FADE.has(layer)) return false
  if (hasFlag(entry, 'untrusted') || hasFlag(entry, 'secret')) return false
  return at <= now - minAgeDays * DAY_MS
}

/**
 * What may lie under one digest. Text from tools and the web keeps to its own: a digest is trusted as its
 * least trusted member, and one of theirs would hide nothing of a higher trust.
 */
export function groupKeyOf({ entry, subject, layer }: KnownEntry): string {
  const { trust } = entry.source
  const trusted = trustRank(trust) >= LEAST_FREE ? '' : trust
  return JSON.stringify([entry.scope, subject.key, layer, trusted])
}
