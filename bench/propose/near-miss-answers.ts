import { statementKey } from '../../packages/core/src/guard/index.ts'
import {
  type Batch,
  judgeGroups,
  type MergeKind,
  type MergeSource,
  type Proposal,
} from '../../packages/core/src/propose/index.ts'
import { buildEntry } from '../../packages/core/src/testing/index.ts'
import type { LabelledPair } from '../merge/labelled-pair.ts'

const CONTEXT: Parameters<typeof judgeGroups>[2] = {
  project: 'bench',
  limits: { maxEntryTokens: 160, maxLeafSources: 20, maxMergeDepth: 2, maxNovelty: 0.25, maxDropped: 0 },
  redact: (text) => text,
  isSecret: () => false,
  turnedDown: () => undefined,
}

/** What the guard makes of one answer of a model about two statements. */
export function verdictOf(
  kind: MergeKind,
  pair: readonly [string, string],
  text: string,
): Proposal['verdict'] | undefined {
  const batch: Batch = { kind, category: 'conventions', candidates: pair.map(sourceOf) }
  const [proposal] = judgeGroups(batch, [{ ids: ['e1', 'e2'], text, dropped: [] }], CONTEXT)
  return proposal?.verdict
}

function sourceOf(content: string, place: number): MergeSource {
  const entry = buildEntry(`entry-${place}`, { content, tags: ['topic'] })
  return { entry, key: statementKey(entry) ?? '', leaves: [{ id: entry.id, text: content }], depth: 0 }
}

/** How a model that merges whatever it is shown does on pairs that people labelled. */
export interface NearMissFigures {
  /** Pairs of which an answer made one though they must stay apart. */
  readonly falseMerges: readonly LabelledPair[]
  readonly apart: number
  /** Pairs that say the same, and of those the ones that an answer put together. */
  readonly same: number
  readonly merged: number
}

/** Of two that say the same a model keeps the better; of two that don't it takes one for both, called by either name. */
export function measureNearMisses(pairs: readonly LabelledPair[]): NearMissFigures {
  const apart = pairs.filter(({ truth }) => truth === 'apart')
  const same = pairs.filter(({ truth }) => truth === 'same')
  return {
    falseMerges: apart.filter((pair) => wrongAnswers(pair).some(isAccepted)),
    apart: apart.length,
    same: same.length,
    merged: same.filter(({ a, b }) => [a, b].some((text) => isAccepted({ kind: 'dedup', a, b, text })))
      .length,
  }
}

interface Answer {
  readonly kind: MergeKind
  readonly a: string
  readonly b: string
  readonly text: string
}

function wrongAnswers({ a, b }: LabelledPair): readonly Answer[] {
  return (['dedup', 'fuse'] as const).flatMap((kind) => [a, b].map((text) => ({ kind, a, b, text })))
}

function isAccepted({ kind, a, b, text }: Answer): boolean {
  return verdictOf(kind, [a, b], text) === 'accept'
}
