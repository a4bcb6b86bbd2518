import { parentPort, workerData } from 'node:worker_threads'
import { addSums, replayPolicy, SegmentIndex, type WindowSums } from '@varve/core/fidelity'
import { type PolicySpec, policyOf } from './policy-spec.ts'
import { type BenchSession, counter } from './read-sessions.ts'

/** What a worker is asked for: some policies over the sessions that it was started with. */
export interface ReplayRequest {
  readonly id: number
  readonly specs: readonly PolicySpec[]
}

export interface ReplayAnswer {
  readonly id: number
  /** By spec, then by session. */
  readonly sums: readonly (readonly WindowSums[])[]
}

const sessions = workerData as readonly BenchSession[]
const indexes = new Map<string, readonly SegmentIndex[]>()

parentPort?.on('message', ({ id, specs }: ReplayRequest) => {
  const bySession = sessions.map((session) => {
    const segments =
      indexes.get(session.id) ?? session.segments.map((segment) => new SegmentIndex(segment, counter))
    indexes.set(session.id, segments)
    return specs.map((spec) =>
      addSums(segments.map((index) => replayPolicy(policyOf(spec), index, { now: () => performance.now() }))),
    )
  })
  const sums = specs.map((_, place) => bySession.flatMap((each) => each[place] ?? []))
  parentPort?.postMessage({ id, sums } satisfies ReplayAnswer)
})
