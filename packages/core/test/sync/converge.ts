import fc from 'fast-check'
import { seededRandom } from '../../src/domain/seeded-random.ts'
import {
  planKnowledge,
  planPurge,
  planUndo,
  renderDocument,
  type StoreReader,
  VarveError,
} from '../../src/index.ts'
import type { Carrier } from '../../src/sync/index.ts'
import type { CallFault } from '../../src/testing/index.ts'
import { type Action, actions, Replica } from '../journal/world.ts'
import { FakeFolder } from './fake-folder.ts'
import { exchange } from './teams.ts'

export type Step =
  | { readonly kind: 'act'; readonly who: number; readonly action: Action }
  | { readonly kind: 'see' | 'undo' | 'purge'; readonly who: number; readonly at: number }
  | { readonly kind: 'server' | 'folder'; readonly who: number }
  | { readonly kind: 'merge'; readonly who: number; readonly other: number }

export interface Run {
  /** By how much each clock is off, in milliseconds. */
  readonly skews: readonly number[]
  readonly steps: readonly Step[]
  /** Of the faults of the network. */
  readonly seed: number
}

const who = fc.nat(4)
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: fc.record({ kind: fc.constant('act' as const), who, action: actions }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('see' as const), who, at: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), who, at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const), who, at: fc.nat(20) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('server' as const, 'folder' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), who, other: who }) },
)

/** Two to five replicas, what they do, when they are online, how wrong their clocks are. */
export const runs: fc.Arbitrary<Run> = fc.record({
  skews: fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), {
    minLength: 2,
    maxLength: 5,
    size: 'max',
  }),
  steps: fc.array(steps, { minLength: 10, maxLength: 40, size: 'max' }),
  seed: fc.nat(),
})

export interface Settled {
  readonly replicas: readonly Replica[]
  readonly projection: Awaited<ReturnType<Carrier['projection']>>
  readonly pushedTwice: number
}

/**
 * Lets a run happen, with calls that are cut off and answers that are lost, and then syncs until quiet: by
 * the server, after which the folders have nothing new.
 */
export async function settle(
  run: Run,
  carrierOf: (index: number, fault: () => CallFault | undefined) => Carrier,
): Promise<Settled> {
  const random = seededRandom(run.seed)
  const replicas = run.skews.map((skew, index) => new Replica(String.fromCharCode(97 + index), skew))
  const folders = replicas.map(() => new FakeFolder())
  const broken = () => (random() < 0.2 ? pick(['cut', 'unanswered', 'moved'] as const, random()) : undefined)
  for (const step of run.steps) {
    const index = step.who % replicas.length
    const [replica, folder] = [replicas[index], folders[index]]
    if (replica === undefined || folder === undefined) continue
    if (step.kind === 'act') refusable(() => replica.act(step.action))
    else if (step.kind === 'see') see(replica, step.at)
    else if (step.kind === 'undo') undo(replica, step.at)
    else if (step.kind === 'purge') purge(replica, step.at)
    else if (step.kind === 'folder') await exchange(replica, folder.carrier())
    else if (step.kind === 'merge') folders[step.other % folders.length]?.merge(folder)
    else await exchange(replica, carrierOf(index, broken)).catch(onlyNetwork)
  }
  for (let round = 0; round < 2; round += 1) {
    for (const [index, replica] of replicas.entries()) {
      await exchange(
        replica,
        carrierOf(index, () => undefined),
      )
    }
  }
  let pushedTwice = 0
  for (const [index, replica] of replicas.entries()) {
    const quiet = await exchange(
      replica,
      carrierOf(index, () => undefined),
    )
    pushedTwice += quiet.pushed + quiet.taken.length
  }
  return { replicas, projection: await carrierOf(0, () => undefined).projection(), pushedTwice }
}

/** What knowledge.md would be, and every entry as a line: the bytes that replicas have to agree on. */
export function rendered(reader: StoreReader): string {
  const learnt = [...reader.entries({ visibility: 'heads' })].flatMap((entry) =>
    entry.learning === undefined
      ? []
      : [
          {
            id: entry.id,
            shortId: entry.id,
            content: entry.content,
            category: entry.category,
            status: entry.learning.status,
            sum: entry.learning.sum,
            sessions: entry.learning.sessions,
            scope: entry.scope,
            isPinned: false,
            isStale: false,
            isUnverified: false,
            isCorrection: false,
            conflicts: [],
          },
        ],
  )
  const counter = { name: 'length', count: (text: string) => text.length }
  return renderDocument(
    planKnowledge(learnt, { file: 'knowledge', categories: [], budget: 100_000, counter }).document,
  )
}

function undo(replica: Replica, at: number): void {
  const records = replica.store.records({})
  const record = records[at % Math.max(1, records.length)]
  if (record === undefined) return
  refusable(() => replica.apply(planUndo(replica.store, record.id, { later: 'cascade' })))
}

/** What can't be done, as to what was purged, isn't. */
function refusable(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!VarveError.isInstance(error)) throw error
  }
}

/** A session shows what an entry says: worth a row of the projection. */
function see(replica: Replica, at: number): void {
  const ids = [...replica.store.entries({ visibility: 'all' })].map(({ id }) => id)
  const id = ids[at % Math.max(1, ids.length)]
  if (id === undefined) return
  const operation = {
    op: 'learning.sight',
    id,
    occasion: `session ${at % 5}`,
    source: { kind: 'session', trust: 'agent' },
    rating: { impact: 8, specificity: 1 + (at % 9), evidence: [], branch: `branch ${at % 2}` },
  } as const
  replica.apply({ stage: 'learn', command: 'learn', operations: [operation], base: [] })
}

function purge(replica: Replica, at: number): void {
  const ids = [...replica.store.entries({ visibility: 'all' })].map(({ id }) => id)
  const id = ids[at % Math.max(1, ids.length)]
  if (id === undefined) return
  const plan = planPurge(replica.store, [id], { reason: 'leaked' })
  if (plan.operations.length > 0) replica.apply(plan)
}

function onlyNetwork(error: unknown): void {
  if (!(error instanceof Error) || !['cut', 'unanswered'].includes(error.message)) throw error
}

function pick<T>(values: readonly T[], random: number): T | undefined {
  return values[Math.floor(random * values.length)]
}
