import { Worker } from 'node:worker_threads'
import type { SessionRuns, WindowSums } from '@varve/core/fidelity'
import { isJittered, jittered, type PolicySpec } from './policy-spec.ts'
import type { BenchSession } from './read-sessions.ts'
import type { ReplayAnswer, ReplayRequest } from './replay-worker.ts'

const WORKERS = 2
/** Tokens by which the marks of a policy are shifted; figures are means over them. */
export const JITTER = [-4000, -2000, 0, 2000, 4000] as const

/** Replays policies over sessions in two threads, each with half of them. */
export class SessionReplay {
  readonly #sessions: readonly BenchSession[]
  readonly #workers: readonly { readonly worker: Worker; readonly places: readonly number[] }[]
  #next = 1

  constructor(sessions: readonly BenchSession[]) {
    this.#sessions = sessions
    const bySize = sessions
      .map(({ segments }, place) => ({
        place,
        size: segments.reduce((sum, { messages }) => sum + messages.length ** 2, 0),
      }))
      .sort((a, b) => b.size - a.size)
    this.#workers = Array.from({ length: WORKERS }, (_, number) => {
      const places = bySize.filter((__, order) => order % WORKERS === number).map(({ place }) => place)
      const workerData = places.flatMap((place) => sessions[place] ?? [])
      return { worker: new Worker(new URL('replay-worker.ts', import.meta.url), { workerData }), places }
    })
  }

  /** What each policy did in each session, once for each shift of its marks. */
  async replay(
    specs: readonly PolicySpec[],
    jitter: readonly number[] = JITTER,
  ): Promise<readonly SessionRuns[]> {
    const runs = specs.map((spec) =>
      isJittered(spec) ? jitter.map((tokens) => jittered(spec, tokens)) : [spec],
    )
    const sums = await this.#ask(runs.flat())
    let place = 0
    return runs.map((each) => each.map(() => sums[place++] ?? []))
  }

  async #ask(specs: readonly PolicySpec[]): Promise<readonly (readonly WindowSums[])[]> {
    const id = this.#next++
    const answers = await Promise.all(
      this.#workers.map(async ({ worker, places }) => ({
        places,
        answer: await askWorker(worker, { id, specs }),
      })),
    )
    return specs.map((_, spec) => {
      const bySession: WindowSums[] = []
      for (const { places, answer } of answers) {
        places.forEach((place, order) => {
          const sums = answer.sums[spec]?.[order]
          if (sums !== undefined) bySession[place] = sums
        })
      }
      return this.#sessions.flatMap((__, place) => bySession[place] ?? [])
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(({ worker }) => worker.terminate()))
  }
}

function askWorker(worker: Worker, request: ReplayRequest): Promise<ReplayAnswer> {
  return new Promise((resolve, reject) => {
    const finish = (answer: ReplayAnswer) => {
      if (answer.id !== request.id) return
      worker.off('message', finish)
      worker.off('error', reject)
      resolve(answer)
    }
    worker.on('message', finish)
    worker.on('error', reject)
    worker.postMessage(request)
  })
}
