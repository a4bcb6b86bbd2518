import { clockOf } from '../../domain/clock.ts'
import { assertedTo, type Entry } from '../../domain/entry.ts'
import { recordOf } from '../../domain/ids.ts'
import { DAY_MS, formatInstant, type Instant } from '../../domain/instant.ts'
import type { FlagOperation } from '../../domain/operation.ts'
import type { UsesOf } from '../usage.ts'

/** When an entry was last stated, edited or asked for. */
export function touchedAt(entry: Entry, usesOf: UsesOf): Instant {
  const revised = entry.versions
    .map((version) => clockOf(recordOf(version)).wall)
    .filter((at) => at > entry.recorded)
  return Math.max(assertedTo(entry), ...revised, ...usesOf(entry.id))
}

/** Flags work that nobody touched for so long, and takes the flag from what was; undefined where it stands right. */
export function stalledOperation(
  entry: Entry,
  {
    usesOf,
    now,
    stalledDays,
  }: { readonly usesOf: UsesOf; readonly now: Instant; readonly stalledDays: number },
): FlagOperation | undefined {
  const flag = entry.flags.find(({ kind }) => kind === 'stalled')
  const since = touchedAt(entry, usesOf) + stalledDays * DAY_MS
  const isStalled = entry.mem_state === 'in_progress' && now > since
  if (isStalled === (flag !== undefined)) return undefined
  const target = { id: entry.id, kind: 'stalled' as const, was: flag ?? null }
  return isStalled
    ? { op: 'flag.set', ...target, reason: 'untouched', evidence: { since: formatInstant(since) } }
    : { op: 'flag.clear', ...target, reason: 'touched again' }
}
