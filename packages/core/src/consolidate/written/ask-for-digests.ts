import type { EntryId } from '../../domain/ids.ts'
import { mayBeShown } from '../../domain/may-be-shown.ts'
import type { WallClock } from '../../ports/clock.ts'
import type { Model, ModelFailure } from '../../ports/model.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { ReportedCluster } from '../report.ts'
import { digestQuestion, parseDigestAnswer } from './digest-question.ts'
import type { WrittenDigests } from './written-digests.ts'

/** An answer of more than this isn't even read. */
const MOST_CHARACTERS = 100_000

export interface AskingLimits {
  /** How long one answer may take, and all of them. */
  readonly callMs: number
  readonly runMs: number
  readonly maxCalls: number
}

export interface AskingContext {
  readonly model: Model
  readonly clock: WallClock
  readonly redact: (text: string) => string
  readonly limits: AskingLimits
}

/** Failures after which nobody else has an answer either. */
const FOR_ALL: ReadonlySet<ModelFailure> = new Set(['denied', 'unavailable', 'cancelled', 'rate_limited'])

/** Asks for a text of each cluster, one after another, within the limits. Nothing is judged yet, or changed. */
export async function askForDigests(
  reader: StoreReader,
  clusters: readonly ReportedCluster[],
  { model, clock, redact, limits }: AskingContext,
): Promise<WrittenDigests> {
  const texts = new Map<EntryId, string>()
  const failed = new Map<EntryId, string>()
  const end = clock.now() + limits.runMs
  let calls = 0
  let stopped: string | undefined
  for (const cluster of clusters) {
    const left = end - clock.now()
    if (calls >= limits.maxCalls) stopped ??= 'budget of calls'
    else if (left <= 0) stopped ??= 'budget of time'
    const isShown = cluster.ids.every((id) => {
      const entry = reader.entry(id)
      return entry !== undefined && mayBeShown(entry)
    })
    const obstacle = stopped ?? (isShown ? undefined : 'untrusted')
    if (obstacle !== undefined) {
      failed.set(cluster.digest, obstacle)
      continue
    }
    calls += 1
    const result = await model.complete({
      ...digestQuestion(reader, cluster, redact),
      timeoutMs: Math.min(limits.callMs, left),
    })
    if (result.kind === 'answer') {
      const text = result.text.length > MOST_CHARACTERS ? undefined : redact(parseDigestAnswer(result.text))
      if (text === undefined) failed.set(cluster.digest, 'too_long')
      else texts.set(cluster.digest, text)
    } else {
      const reason = reasonOf(result.failure, redact(result.message))
      failed.set(cluster.digest, reason)
      if (FOR_ALL.has(result.failure)) stopped = reason
    }
  }
  return { texts, failed }
}

function reasonOf(failure: ModelFailure, message: string): string {
  return failure === 'refused' || failure === 'timeout' || failure === 'cancelled'
    ? failure
    : `error ${failure}: ${message}`
}
