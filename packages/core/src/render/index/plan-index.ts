import type { Issue } from '../../domain/issue.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { allocateLines } from '../allocation/allocate-lines.ts'
import type { Allocation, CandidateTable, Frame } from '../allocation/allocation.ts'
import { budgetTooSmall } from '../allocation/budget-too-small.ts'
import { candidateTable } from '../allocation/candidate-table.ts'
import { type CategoryConfig, orderCategories } from '../categories.ts'
import { FRAMING_NOTICE } from '../framing-notice.ts'
import { GENERATED_NOTICE } from '../generated-notice.ts'
import type { RenderEntry } from '../render-entry.ts'
import { listIndexCandidates } from './index-candidates.ts'

export interface IndexConfig {
  readonly categories: readonly CategoryConfig[]
  /** Category → weight; overrides the category's own. 0 keeps it out of the index. */
  readonly indexWeights: Readonly<Record<string, number>>
  /** Most tokens of the whole file. */
  readonly budget: number
  readonly counter: TokenCounter
}

export interface IndexPlan extends Allocation {
  readonly inputs: string
  readonly budget: number
  /** Name of the counter. */
  readonly counter: string
  readonly issues: readonly Issue[]
  /** Categories in which prose stands for lines. */
  readonly narrated: readonly string[]
}

const BUDGET_SETTING = { name: 'memory.autoInjectTokenBudget', default: 2000 }

/**
 * Chooses what the index shows of the given heads (`ix1`). The order of the entries doesn't matter.
 * The whole file stays within the budget, as the counter measures it, for any store.
 */
export function planIndex(entries: Iterable<RenderEntry>, config: IndexConfig, inputs: string): IndexPlan {
  const weightOf = (category: string) => indexWeight(category, config)
  const candidates = listIndexCandidates(entries, weightOf)
  return allocateIndex(candidateTable(candidates, config.counter), config, inputs)
}

/** As `planIndex`, of candidates in the order of their importance. */
export function allocateIndex(candidates: CandidateTable, config: IndexConfig, inputs: string): IndexPlan {
  const { budget, counter } = config
  const request = {
    frame: indexFrame(config, inputs),
    sections: orderCategories(candidates.sections, config.categories),
    candidates,
    weights: weightsOf(candidates, config),
    budget,
    counter,
  }
  const allocation = allocateLines(request)
  const issues =
    allocation.needed === undefined
      ? []
      : [budgetTooSmall('index.md', BUDGET_SETTING, allocation.needed, request)]
  return { ...allocation, inputs, budget, counter: counter.name, issues, narrated: [] }
}

function indexFrame({ budget, counter }: IndexConfig, inputs: string): Frame {
  return {
    header: [
      GENERATED_NOTICE,
      `<!-- varve index v1 inputs=${inputs} counter=${counter.name} budget=${budget} -->`,
      FRAMING_NOTICE,
    ],
    footer: (left) => `${left} more: varve search`,
  }
}

/** Once any weight is configured, a category without one counts as 1. */
function weightsOf(
  candidates: CandidateTable,
  config: IndexConfig,
): 'automatic' | ReadonlyMap<string, number> {
  const isConfigured =
    Object.keys(config.indexWeights).length > 0 ||
    config.categories.some((category) => category.weight !== undefined)
  if (!isConfigured) return 'automatic'
  return new Map(candidates.sections.map((name) => [name, indexWeight(name, config) ?? 1]))
}

/** The weight that the configuration gives a category, if any; 0 keeps it out. */
export function indexWeight(
  name: string,
  { indexWeights, categories }: Pick<IndexConfig, 'indexWeights' | 'categories'>,
): number | undefined {
  if (Object.hasOwn(indexWeights, name)) return indexWeights[name]
  return categories.find((category) => category.name === name)?.weight
}
