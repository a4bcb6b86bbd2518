import type { MissCause } from './fidelity-event.ts'
import type { View } from './fidelity-options.ts'
import type { LiveSession } from './live-session.ts'
import type { Call } from './planner.ts'
import type { CacheMemory } from './session-memory.ts'

/** What is sent for a call; `isRaw` where that is the window as it came, whatever was decided on it. */
export interface Sent {
  readonly view: View
  readonly isRaw: boolean
  readonly now: number | undefined
}

/** What the next call should find in the cache, and why it may not. */
export function bookCache(live: LiveSession, call: Call, sent: Sent): CacheMemory {
  const { cache } = live.memory
  const last = call.window.messages.at(-1)?.parts[0]?.key ?? ''
  const { view, isRaw, now } = sent
  return {
    ...cache,
    wasMissed: false,
    isResumed: false,
    expected: cache.overheadHash === undefined ? 0 : (cache.sent ?? 0),
    sent: view.tokens,
    cause: causeOf(cache, call, sent, live),
    overheadHash: call.window.overhead.hash,
    last: { messages: call.window.messages.length, key: last },
    ...(isRaw || cache.wasRaw !== undefined ? { wasRaw: isRaw } : {}),
    ...(now === undefined ? {} : { lastCallAt: now }),
  }
}

function causeOf(
  cache: CacheMemory,
  call: Call,
  { view, isRaw, now }: Sent,
  live: LiveSession,
): MissCause | undefined {
  const isTurned = live.ledger.passCount > 0 && isRaw !== (cache.wasRaw ?? false)
  if (live.isChanged() || view.passes.length > 0 || isTurned) return 'prefix-changed-by-us'
  if (cache.overheadHash !== undefined && cache.overheadHash !== call.window.overhead.hash)
    return 'overhead-changed'
  const { last } = cache
  const before = last === undefined ? undefined : call.window.messages[last.messages - 1]?.parts[0]?.key
  if (last !== undefined && (before ?? '') !== last.key) return 'prefix-changed-by-host'
  const ttl = live.options.prices?.ttlSeconds
  const idle = now === undefined || cache.lastCallAt === undefined ? 0 : now - cache.lastCallAt
  return ttl !== undefined && idle > ttl * 1000 ? 'ttl' : undefined
}
