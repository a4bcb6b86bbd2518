import type { Usage } from './usage.ts'

/** How warm an entry is: how often and how lately it was used, and how much it matters. */
export type HeatBand = 'hot' | 'warm' | 'cold' | 'frozen'

/** 0–100 (consolidation reference §2.2): the sum of what each counts for. */
export function heatOf({ last30, last90, total, idleDays }: Usage, importance: number): number {
  const sum =
    Math.min(3 * last30, 30) +
    Math.min(last90, 20) +
    recencyOf(idleDays) +
    Math.min(total / 2, 15) +
    15 * importance
  return Math.min(100, Math.max(0, sum))
}

function recencyOf(idleDays: number): number {
  if (idleDays <= 7) return 20
  if (idleDays <= 30) return 10
  return idleDays <= 90 ? 0 : -10
}

export function heatBandOf(heat: number): HeatBand {
  if (heat >= 70) return 'hot'
  if (heat >= 40) return 'warm'
  return heat >= 20 ? 'cold' : 'frozen'
}
