import { isDigestKind } from '../../digest/apply-request.ts'
import type { Entry } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import { DAY_MS, type Instant } from '../../domain/instant.ts'
import { by, byText } from '../../domain/order.ts'
import { normaliseSlot } from '../../guard/normalise/normalise-slot.ts'
import type { StoreReader } from '../../ports/store.ts'
import { layerOf } from '../attributes.ts'
import type { KnownEntry } from '../known-entry.ts'
import type { ConsolidationRules } from '../options.ts'
import { saysWhatIsKept } from '../same-statements.ts'
import { forgettingRisk } from './risk.ts'

/** An entry with its risk of being forgotten. */
export interface AtRisk {
  readonly id: EntryId
  readonly risk: number
}

export interface Sweep {
  /** To be buried; by id. */
  readonly buried: readonly AtRisk[]
  /** Near it, or kept from it; by id. */
  readonly aging: readonly AtRisk[]
}

const KEPT_TRUST_IMPORTANCE = 0.7

/** Finds what nobody asks for any more, among the entries that are shown. Nothing that others rest on goes. */
export function sweepForgotten(
  reader: StoreReader,
  heads: readonly KnownEntry[],
  candidates: readonly KnownEntry[],
  { now, rules }: { readonly now: Instant; readonly rules: ConsolidationRules },
): Sweep {
  const buried: AtRisk[] = []
  const aging: AtRisk[] = []
  const cited = citedIds(reader, heads)
  const holders = countHolders(heads)
  for (const known of candidates.toSorted(by(({ entry }) => entry.id, byText))) {
    const { entry, importance, at } = known
    const risk = forgettingRisk(known)
    if (risk < rules.agingRisk || saysWhatIsKept(reader, entry)) continue
    const found = { id: entry.id, risk }
    const slot = slotOf(entry)
    const holds = slot === undefined ? undefined : holders.get(slot)
    const isKept =
      risk < rules.buryRisk ||
      Math.max(at, ...seenAt(entry)) > now - rules.buryMinAgeDays * DAY_MS ||
      (entry.source.trust === 'user' && importance >= KEPT_TRUST_IMPORTANCE) ||
      cited.has(entry.id) ||
      holds === 1
    if (isKept) {
      aging.push(found)
      continue
    }
    if (slot !== undefined && holds !== undefined) holders.set(slot, holds - 1)
    buried.push(found)
  }
  return { buried, aging }
}

/** What a live learning or digest links to, and whatever stands in for others: these would be left without it. */
function citedIds(reader: StoreReader, heads: readonly KnownEntry[]): ReadonlySet<EntryId> {
  const shown = new Map(heads.map(({ entry }) => [entry.id, entry]))
  const cites = (entry: Entry | undefined): boolean =>
    entry !== undefined &&
    (entry.type === 'digest' || entry.type === 'learning' || layerOf(entry) === 'learning')
  return new Set([
    ...reader
      .links({})
      .filter(({ from }) => cites(shown.get(from)))
      .map(({ to }) => to),
    ...reader
      .lineage({})
      .filter(({ kind, top }) => isDigestKind(kind) && shown.has(top))
      .map(({ top }) => top),
  ])
}

/** When it was stated again. */
function seenAt({ sightings }: Entry): readonly Instant[] {
  return sightings.map(({ at }) => at)
}

function slotOf({ scope, key }: Entry): string | undefined {
  return key === undefined ? undefined : JSON.stringify([scope, normaliseSlot(key)])
}

function countHolders(heads: readonly KnownEntry[]): Map<string, number> {
  const holders = new Map<string, number>()
  for (const { entry } of heads) {
    const slot = slotOf(entry)
    if (slot !== undefined) holders.set(slot, (holders.get(slot) ?? 0) + 1)
  }
  return holders
}
