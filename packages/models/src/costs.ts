import type { ModelUsage } from '@varve/core'
import type { Prices } from './model-settings.ts'

const PER = 1_000_000

/** What a model's answers cost, where its prices are known. */
export function costing(prices: Prices | undefined): { readonly costOf?: (usage: ModelUsage) => number } {
  if (prices === undefined) return {}
  return { costOf: ({ input, output }) => (input * prices.input + output * prices.output) / PER }
}
