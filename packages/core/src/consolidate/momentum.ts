import { DAY_MS, type Instant } from '../domain/instant.ts'
import { USUAL_IMPORTANCE } from './attributes.ts'

/** Something that was said of an entity. */
export interface Happening {
  readonly at: Instant
  readonly importance: number
}

export type MomentumBand = 'surging' | 'active' | 'quiet' | 'dormant'

/** How much goes on around an entity, 0–10 (consolidation reference §9): what it is worth, how quick, how much. */
export function momentumOf(happenings: readonly Happening[], now: Instant): number {
  const ages = happenings.map(({ at }) => Math.max(0, (now - at) / DAY_MS))
  const week = happenings.filter((_, index) => (ages[index] ?? 0) <= 7)
  const quality = Math.min(10, 10 * meanImportance(week))
  return 0.4 * quality + 0.3 * velocityOf(ages) + 0.3 * volumeOf(ages)
}

export function momentumBandOf(momentum: number): MomentumBand {
  if (momentum >= 7) return 'surging'
  if (momentum >= 4) return 'active'
  return momentum >= 1.5 ? 'quiet' : 'dormant'
}

function meanImportance(happenings: readonly Happening[]): number {
  if (happenings.length === 0) return USUAL_IMPORTANCE
  return happenings.reduce((sum, { importance }) => sum + importance, 0) / happenings.length
}

function velocityOf(ages: readonly number[]): number {
  const [today, week] = [count(ages, 1), count(ages, 7)]
  if (today >= 3) return 10
  if (today >= 1) return 7
  if (week >= 3) return 4
  return week >= 1 ? 2 : 0
}

/** The last seven days beside what seven days usually bring. */
function volumeOf(ages: readonly number[]): number {
  const days = Math.max(0, ...ages)
  const week = count(ages, 7)
  const usual = days === 0 ? 0 : (ages.length / Math.max(1, days)) * 7
  if (usual === 0) return week > 0 ? 5 : 0
  const ratio = week / usual
  if (ratio >= 3) return 10
  if (ratio >= 2) return 7
  return ratio >= 1 ? 4 : 4 * ratio
}

function count(ages: readonly number[], days: number): number {
  return ages.filter((age) => age <= days).length
}
