import type { Altitude } from '../../domain/entry.ts'
import { altitudeOf } from '../attributes.ts'
import type { KnownEntry } from '../known-entry.ts'

/** What stands high above the code is forgotten late, or never. */
const SHARE_OF_ALTITUDE: Readonly<Record<Altitude, number>> = {
  mission: 0,
  strategy: 0.1,
  architecture: 0.3,
  implementation: 1,
}

/** How ripe an entry is to be forgotten: it grows with the square of the days for which nobody asked for it. */
export function forgettingRisk({ entry, usage, heat, importance, isExempt }: KnownEntry): number {
  if (isExempt) return 0
  const { idleDays } = usage
  const share = SHARE_OF_ALTITUDE[altitudeOf(entry)]
  return (1 - heat / 100) * (1 - importance) * idleDays * (1 + idleDays / 30) * share
}
