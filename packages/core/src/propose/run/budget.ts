import type { Instant } from '../../domain/instant.ts'
import type { Model, ModelUsage } from '../../ports/model.ts'

export interface RunLimits {
  readonly maxCalls: number
  readonly maxTokens: number
  /** Undefined: as much as the tokens cost. */
  readonly maxUsd: number | undefined
  readonly maxMs: number
}

/** What a run has used, retries and failures with it. */
export interface Spent {
  readonly calls: number
  readonly input: number
  readonly output: number
  /** What was set aside for attempts that told no usage: it counts as used. */
  readonly reserved: number
  /** Undefined where the model has no prices. */
  readonly usd: number | undefined
}

/** The caps of a run. An attempt is made only where all that it could use still fits. */
export interface RunBudget {
  readonly spent: Spent
  /** Which cap another attempt would break; undefined where it may be made. */
  refusal(reserve: ModelUsage, now: Instant): 'calls' | 'tokens' | 'money' | 'time' | undefined
  /** How long an attempt may take from now on. */
  timeLeft(now: Instant): number
  /** Counts an attempt: by what it told of itself, else by all that was set aside for it. */
  count(usage: ModelUsage | undefined, reserve: ModelUsage): void
}

export function openBudget(model: Pick<Model, 'costOf'>, limits: RunLimits, start: Instant): RunBudget {
  let spent: Spent = {
    calls: 0,
    input: 0,
    output: 0,
    reserved: 0,
    usd: model.costOf === undefined ? undefined : 0,
  }
  const used = () => spent.input + spent.output + spent.reserved
  return {
    get spent() {
      return spent
    },
    refusal(reserve, now) {
      if (now - start >= limits.maxMs) return 'time'
      if (spent.calls >= limits.maxCalls) return 'calls'
      if (used() + reserve.input + reserve.output > limits.maxTokens) return 'tokens'
      const cost = model.costOf?.(reserve)
      if (limits.maxUsd === undefined || cost === undefined) return undefined
      return (spent.usd ?? 0) + cost > limits.maxUsd ? 'money' : undefined
    },
    timeLeft: (now) => Math.max(0, limits.maxMs - (now - start)),
    count(usage, reserve) {
      const cost = model.costOf?.(usage ?? reserve)
      spent = {
        calls: spent.calls + 1,
        input: spent.input + (usage?.input ?? 0),
        output: spent.output + (usage?.output ?? 0),
        reserved: spent.reserved + (usage === undefined ? reserve.input + reserve.output : 0),
        usd: cost === undefined ? undefined : (spent.usd ?? 0) + cost,
      }
    },
  }
}
