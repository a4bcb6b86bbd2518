import type { ProposeRequest } from '@varve/core/propose'
import type { OperationContext } from '../context.ts'
import { isSecret } from '../is-secret.ts'
import { tokenCounter } from '../token-counter.ts'

type MergeSettings = Pick<
  ProposeRequest,
  'limits' | 'coverage' | 'counter' | 'redact' | 'isSecret' | 'allWait'
>

/** What is asked about merges, and what is made of the answers, as the settings say. */
export function mergeSettings(context: OperationContext): MergeSettings {
  const { compaction, counter } = context.config.memory
  return {
    limits: {
      maxCalls: compaction.maxCallsPerRun,
      maxTokens: compaction.maxTokensPerRun,
      maxUsd: compaction.maxUsdPerRun,
      maxMs: compaction.runTimeoutSecs * 1000,
      maxOutputTokens: compaction.maxOutputTokensPerCall,
      maxInputTokens: compaction.maxTokensPerCall,
      callTimeoutMs: compaction.callTimeoutSecs * 1000,
      retries: compaction.retries,
      maxEntryTokens: compaction.maxEntryTokens,
      maxLeafSources: compaction.maxLeafSources,
      maxMergeDepth: compaction.maxMergeDepth,
      maxNovelty: compaction.guard.maxNovelty,
      maxDropped: compaction.guard.maxDropped,
      maxEntriesPerCall: compaction.maxEntriesPerCall,
      minFusionSize: compaction.minFusionSize,
      narrativeRecall: compaction.guard.narrativeRecall,
    },
    coverage: compaction.coverage,
    counter: tokenCounter(counter),
    redact: context.redact,
    isSecret: (text) => isSecret(text, context),
    allWait: compaction.apply === 'review',
  }
}
