import { type Model, VarveError } from '@varve/core'
import {
  type AskingLimits,
  askForDigests,
  type ConsolidationRequest,
  planConsolidation,
} from '@varve/core/consolidate'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { heldDuring, takeLease } from '../lease.ts'

/** All of a run's questions together. */
const RUN_MS = 120_000
const MOST_CALLS = 20

/** What came of asking a model for the digests; undefined where nobody wanted one asked. */
export type Asking =
  | { readonly kind: 'asked'; readonly written: NonNullable<ConsolidationRequest['written']> }
  | { readonly kind: 'unavailable' | 'not_asked' | 'off' }

export interface AskedOf {
  readonly request: ConsolidationRequest
  readonly now: number
  /** Nothing will be written: another process may be at it at the same time. */
  readonly dryRun: boolean
}

/** Asks for a text of each cluster that a run would make. Changes nothing: all answers are in before a plan is applied. */
export async function askModel(
  context: OperationContext,
  { request, now, dryRun }: AskedOf,
): Promise<Asking> {
  const model = await modelFor(context)
  if (typeof model === 'string') return { kind: model }
  const lease = dryRun ? undefined : takeLease(context, 'consolidate-llm')
  if (lease === 'taken') {
    throw new VarveError('busy', 'another process is asking a model about this memory', {
      fix: ['varve consolidate --scope all --dry-run'],
    })
  }
  try {
    const reader = context.reading()
    const { clusters } = planConsolidation(reader, viewFor(context, reader), now, request).report
    const { clock, redact } = context
    const limits = limitsOf(context)
    const written = await heldDuring(lease, () =>
      askForDigests(reader, clusters, { model, clock, redact: (text) => redact(text), limits }),
    )
    return { kind: 'asked', written }
  } finally {
    lease?.release()
  }
}

/**
 * What a client offers is asked where the call says so: the client asks its user. What the settings name is
 * asked only where they also say that models may be.
 */
async function modelFor(context: OperationContext): Promise<Model | 'unavailable' | 'off'> {
  const { llmAssisted } = context.config.memory.compaction
  if (!llmAssisted) return context.sampling ?? 'off'
  return (await context.openModel()) ?? 'unavailable'
}

function limitsOf({ config }: OperationContext): AskingLimits {
  const { timeoutSecs, maxClusters } = config.consolidate.llm
  return { callMs: timeoutSecs * 1000, runMs: RUN_MS, maxCalls: Math.min(maxClusters, MOST_CALLS) }
}
