/** What cached tokens cost, relative to input that isn't cached. */
export interface CachePrices {
  readonly read: number
  readonly write: number
  /** Seconds for which a prefix stays cached. */
  readonly ttlSeconds?: number
  /** Tokens below which nothing is cached. */
  readonly minPrefix?: number
}

/** Reference prices of 2026-11; a host passes its own where they differ. */
export const CACHE_PRICES = {
  'anthropic-5m': { read: 0.1, write: 1.25, ttlSeconds: 300, minPrefix: 1024 },
  'anthropic-1h': { read: 0.1, write: 2, ttlSeconds: 3600, minPrefix: 1024 },
  openai: { read: 0.1, write: 1, ttlSeconds: 600, minPrefix: 1024 },
  gemini: { read: 0.1, write: 1, ttlSeconds: 300, minPrefix: 1024 },
  deepseek: { read: 0.1, write: 1, ttlSeconds: 3600, minPrefix: 64 },
  none: { read: 1, write: 1, ttlSeconds: 0, minPrefix: 0 },
} as const satisfies Readonly<Record<string, CachePrices>>

/**
 * How many further calls a pass needs to pay: it writes `rewritten` tokens to the cache again, and each call then
 * reads `reclaimed` tokens less. Where the cache is cold it is written anyway, so a pass is free.
 */
export function callsToPay(prices: CachePrices, rewritten: number, reclaimed: number): number {
  const saved = prices.read * reclaimed
  return saved > 0 ? ((prices.write - prices.read) * rewritten) / saved : Number.POSITIVE_INFINITY
}

/** How many further calls a session will have, going by how many it had. */
export function expectedCalls(callsSoFar: number): number {
  return Math.min(60, Math.max(10, callsSoFar / 2))
}

export interface BatchInput {
  readonly prices: CachePrices
  /** Probability that a call finds the cache cold. */
  readonly cold: number
  /** Tokens that stay after a pass. */
  readonly staying: number
  /** By which the window grows a call, kept or not. */
  readonly growth: number
}

/** The tokens between two passes at which a call costs least. */
export function bestBatch({ prices, cold, staying, growth }: BatchInput): number {
  const rate = prices.read * (1 - cold) + prices.write * cold
  const rewrite = (prices.write - prices.read) * (1 - cold)
  return Math.sqrt((2 * rewrite * staying * growth) / rate)
}
