import { type HostObject, isHostObject, numberOf, objectOf } from '../../host/host-object.ts'
import type { CallUsage } from '../transcript.ts'

/** What was used between two states: they are accumulated over the session and over its models. */
export function usageBetween(
  before: HostObject | undefined,
  after: HostObject | undefined,
): Omit<CallUsage, 'segment' | 'message'> | undefined {
  const used = (name: string) => total(after, name) - total(before, name)
  const input = used('prompt_tokens')
  if (input <= 0) return undefined
  return {
    input,
    cacheRead: used('cache_read_tokens'),
    cacheWrite: used('cache_write_tokens'),
    output: used('completion_tokens'),
  }
}

function total(stats: HostObject | undefined, name: string): number {
  const metrics = objectOf(stats?.usage_to_metrics) ?? objectOf(stats?.service_to_metrics)
  const all = metrics === undefined ? [stats] : Object.values(metrics).filter(isHostObject)
  return all.reduce((sum, one) => sum + (numberOf(objectOf(one?.accumulated_token_usage)?.[name]) ?? 0), 0)
}
