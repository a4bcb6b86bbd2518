import { type Entry, FORGOTTEN } from '../../domain/entry.ts'
import type { FlagOperation } from '../../domain/operation.ts'
import { daysBetween, type UsesOf } from '../usage.ts'

/** So lately it must have been asked for. */
const RECENT_DAYS = 7

/** Brings back what was forgotten and is asked for again; undefined where nobody did. */
export function wakeOperation(entry: Entry, usesOf: UsesOf, now: number): FlagOperation | undefined {
  const flag = entry.flags.find(({ kind }) => kind === 'buried')
  if (flag?.reason !== FORGOTTEN) return undefined
  const isWanted = usesOf(entry.id).some((at) => at > flag.at && daysBetween(at, now) <= RECENT_DAYS)
  if (!isWanted) return undefined
  return { op: 'flag.clear', id: entry.id, kind: 'buried', reason: 'asked for again', was: flag }
}
