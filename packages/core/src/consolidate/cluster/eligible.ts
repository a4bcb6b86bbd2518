import { hidingReach } from '../../compact/lineage/may-hide.ts'
import { hasFlag, type Layer } from '../../domain/entry.ts'
import { DAY_MS, type Instant } from '../../domain/instant.ts'
import type { KnownEntry } from '../known-entry.ts'

const LAYERS_THAT_FADE: ReadonlySet<Layer> = new Set(['context', 'emotion', 'implementation'])

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
  const trusted = hidingReach(trust) === Number.POSITIVE_INFINITY ? '' : trust
  return JSON.stringify([entry.scope, subject.key, layer, trusted])
}
