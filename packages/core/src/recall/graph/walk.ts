import type { EntryId } from '../../domain/ids.ts'
import type { Step, StepRules } from './steps.ts'

/** How far a walk goes. Absent limits don't limit. */
export interface WalkLimits {
  readonly maxHops: number
  readonly maxNodes?: number
  readonly maxEdges?: number
  /** Edges followed from one node. */
  readonly maxFanout?: number
  /** Of a weighted walk. */
  readonly maxCost?: number
}

export interface WalkRules extends StepRules, WalkLimits {
  /** Cheapest first rather than fewest hops first. */
  readonly isWeighted: boolean
  /** The walk ends when it has come to this node. */
  readonly until?: EntryId
}

/** Any link either way, three hops far. */
export const USUAL_WALK: WalkRules = {
  direction: 'both',
  types: [],
  excludedTypes: [],
  source: undefined,
  invertsInbound: true,
  minimumValue: 0,
  maxHops: 3,
  isWeighted: false,
}

export type TruncationReason = 'max_nodes' | 'max_edges' | 'max_fanout' | 'max_cost' | 'budget'

/** A node as a walk came to it. */
export interface Visit {
  readonly node: EntryId
  readonly hop: number
  /** Of a weighted walk. */
  readonly cost?: number
  /** The step that led here; absent on the root. */
  readonly by?: Step
}

export interface Walk {
  readonly root: EntryId
  /** In the order in which they were come to: each leads back to an earlier one. */
  readonly visits: readonly Visit[]
  /** Every edge that was met, once, as seen from the end that was visited first; in the order of meeting. */
  readonly steps: readonly Step[]
  /** The limit that stopped the walk first. The number of hops stops none: it is what was asked for. */
  readonly truncation: TruncationReason | undefined
}
