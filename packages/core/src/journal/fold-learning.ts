import { type Entry, type Flag, type Sighting, type Trust, trustRank } from '../domain/entry.ts'
import {
  AGENT_MIN_SESSIONS,
  DISCARDED_BELOW,
  type Learning,
  type LearningStatus,
  PROMOTED_FROM,
  recurrenceOf,
  type StatusOverride,
} from '../domain/learning.ts'

/** Sightings from which a learning is not said to be low any more. */
const HIGH_FROM = 4
const UNSETTLED = new Set<Flag['kind']>(['stale', 'contradiction', 'conflict', 'untrusted', 'secret'])

/** What was said of a learning beside its sightings. */
export interface LearningBasis {
  readonly override?: StatusOverride | undefined
  /** Sessions showed it, and none of them counts any more. */
  readonly isUnseen?: boolean
  readonly bound?: TrustBound | undefined
}

/** No more than this is trusted of what had been seen when a text came to stand for others. */
export interface TrustBound {
  readonly trust: Trust
  readonly occasions: ReadonlySet<string>
}

/**
 * An entry with how it stands as a learning, where its sightings rate it: the scores, what they add up to,
 * and the confidence and trust that follow. A function of the journal alone.
 */
export function withLearning(entry: Entry, { override, isUnseen, bound }: LearningBasis = {}): Entry {
  const rated = ratedOf(entry.sightings)
  if (rated.length === 0) return isUnseen ? unseen(entry, override) : entry
  const impact = lowerMedian(rated.map(({ rating }) => rating?.impact ?? 1))
  const specificity = lowerMedian(rated.map(({ rating }) => rating?.specificity ?? 1))
  const recurrence = recurrenceOf(rated.length)
  const trust = boundTrust(rated, bound)
  const sum = Math.round(10 * recurrence) + Math.round(10 * impact) + Math.round(10 * specificity)
  const status = override?.status ?? statusOf(sum, trust, rated.length, entry.flags)
  const learning: Learning = {
    status,
    sum,
    sessions: rated.length,
    trust,
    ...(override === undefined ? {} : { override }),
  }
  return {
    ...entry,
    // A person's decision is a person's word.
    source: { ...entry.source, trust: override?.status === 'promoted' ? 'user' : trust },
    confidence: status === 'promoted' ? (rated.length >= HIGH_FROM ? 'high' : 'medium') : 'low',
    scores: { recurrence, impact, specificity },
    learning,
  }
}

/** What no session that counts has shown: kept as what is discarded, until one does or a person says so. */
function unseen(entry: Entry, override: StatusOverride | undefined): Entry {
  const learning: Learning = {
    status: override?.status ?? 'discarded',
    sum: 0,
    sessions: 0,
    trust: override?.status === 'promoted' ? 'user' : entry.source.trust,
    ...(override === undefined ? {} : { override }),
  }
  return { ...entry, confidence: 'low', scores: { recurrence: 0, impact: 0, specificity: 0 }, learning }
}

function statusOf(sum: number, trust: Trust, sessions: number, flags: readonly Flag[]): LearningStatus {
  if (sum < DISCARDED_BELOW) return 'discarded'
  const isTrusted = trust === 'user' || (trust === 'agent' && sessions >= AGENT_MIN_SESSIONS)
  const isSettled = !flags.some(({ kind }) => UNSETTLED.has(kind))
  return sum >= PROMOTED_FROM && isTrusted && isSettled ? 'promoted' : 'observed'
}

/** The same in whatever order the values come; of an even number the smaller of the two in the middle. */
function lowerMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 1
}

/**
 * What stands for others is trusted no further than the least of them, unless a person says the same since:
 * that an agent repeats it makes it no truer.
 */
function boundTrust(rated: readonly Sighting[], bound: TrustBound | undefined): Trust {
  const best = bestTrust(rated)
  if (bound === undefined || trustRank(best) <= trustRank(bound.trust)) return best
  const isSaidSince = rated.some(
    ({ occasion, source }) => source.trust === 'user' && !bound.occasions.has(occasion),
  )
  return isSaidSince ? best : bound.trust
}

/** The bound that a text of these sightings is under which takes over the trust of what it stands for. */
export function trustBound(sightings: readonly Sighting[], inherited: Trust): TrustBound | undefined {
  const rated = ratedOf(sightings)
  if (rated.length === 0 || trustRank(inherited) >= trustRank(bestTrust(rated))) return undefined
  return { trust: inherited, occasions: new Set(rated.map(({ occasion }) => occasion)) }
}

function ratedOf(sightings: readonly Sighting[]): readonly Sighting[] {
  return sightings.filter(({ rating }) => rating !== undefined)
}

function bestTrust(sightings: readonly Sighting[]): Trust {
  return sightings
    .map(({ source }) => source.trust)
    .reduce((best, trust) => (trustRank(trust) > trustRank(best) ? trust : best), 'web')
}
