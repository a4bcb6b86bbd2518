import type { WrittenDigests } from './written/written-digests.ts'

/** By what rules a run consolidates; the standard is that of the settings. */
export interface ConsolidationRules {
  readonly cluster: 'similar' | 'blind'
  /** Least average and least single likeness within a cluster, 0–1. */
  readonly minSimilarity: number
  readonly minLink: number
  readonly maxSize: number
  readonly maxTokens: number
  readonly heatBelow: number
  readonly buryRisk: number
  readonly agingRisk: number
  readonly buryMinAgeDays: number
  readonly stalledDays: number
}

export const CONSOLIDATION_RULES: ConsolidationRules = {
  cluster: 'similar',
  minSimilarity: 0.15,
  minLink: 0.05,
  maxSize: 12,
  maxTokens: 3000,
  heatBelow: 30,
  buryRisk: 200,
  agingRisk: 50,
  buryMinAgeDays: 30,
  stalledDays: 30,
}

/** What one run was asked for. */
export interface ConsolidationRequest {
  /** What an entry without an entity speaks of: the project itself. */
  readonly projectName: string
  readonly scope: 'all' | 'session'
  readonly session?: string
  readonly minAgeDays: number
  /** Only what speaks of this. */
  readonly entity?: string
  /** Whether what nobody asks for is buried. */
  readonly sweep: boolean
  readonly rules: ConsolidationRules
  /** What a model was asked for: each of its texts is judged as the plan is made. */
  readonly written?: Pick<WrittenDigests, 'texts' | 'failed'>
}
