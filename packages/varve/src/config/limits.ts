import type { Config } from './config.ts'

/** A limit that hangs on another key. */
export interface SettingLimit {
  readonly path: string
  readonly allowed: string
  value(config: Config): number
  holds(config: Config): boolean
}

export const LIMITS: readonly SettingLimit[] = [
  {
    path: 'memory.compaction.runTimeoutSecs',
    allowed: 'at least memory.compaction.callTimeoutSecs',
    value: (config) => config.memory.compaction.runTimeoutSecs,
    holds: ({ memory: { compaction } }) => compaction.runTimeoutSecs >= compaction.callTimeoutSecs,
  },
  {
    path: 'memory.compaction.minFusionSize',
    allowed: 'at most memory.compaction.maxEntriesPerCall',
    value: (config) => config.memory.compaction.minFusionSize,
    holds: ({ memory: { compaction } }) => compaction.minFusionSize <= compaction.maxEntriesPerCall,
  },
  {
    path: 'fidelity.low',
    allowed: 'at most nine tenths of fidelity.high, where both are stated',
    value: ({ fidelity }) => fidelity.low ?? 0,
    holds: ({ fidelity: { low, high } }) => low === undefined || high === undefined || low <= 0.9 * high,
  },
]
