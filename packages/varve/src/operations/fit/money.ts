import { CACHE_PRICES, type CachePrices, type Transcript } from '@varve/core/fidelity'

export type PriceName = keyof typeof CACHE_PRICES

/** Dollars for a million tokens of uncached input; list prices of 2026-11. A transcript’s own costs come first. */
const INPUT_DOLLARS: Readonly<Record<PriceName, number>> = {
  'anthropic-5m': 3,
  'anthropic-1h': 3,
  openai: 1.25,
  gemini: 1.25,
  deepseek: 0.28,
  none: 3,
}

export const PRICE_NAMES = ['anthropic-5m', 'anthropic-1h', 'openai', 'gemini', 'deepseek', 'none'] as const

export interface Money {
  readonly name: PriceName
  readonly prices: CachePrices
  /** What the session cost as it was, in dollars; the input alone where its costs were not recorded. */
  readonly recorded: number
  readonly isRecorded: boolean
}

/** What a session cost: as it was recorded, or else by the prices of its model’s provider. */
export function moneyOf(transcript: Transcript, given: PriceName | undefined, rawCost: number): Money {
  const name = given ?? providerOf(transcript)
  const costs = transcript.usage.flatMap(({ costUsd }) => (costUsd === undefined ? [] : [costUsd]))
  const isRecorded = costs.length > 0
  const recorded = isRecorded
    ? costs.reduce((sum, cost) => sum + cost, 0)
    : (rawCost * inputDollars(transcript, name)) / 1e6
  return { name, prices: CACHE_PRICES[name], recorded, isRecorded }
}

/** The large and the small models of a provider cost more, and less. */
function inputDollars({ model = '' }: Transcript, name: PriceName): number {
  const standard = INPUT_DOLLARS[name]
  if (/opus/i.test(model)) return 5
  return /haiku|mini|nano|flash/i.test(model) ? standard / 3 : standard
}

export function providerOf({ model = '', agent }: Transcript): PriceName {
  if (/claude|anthropic|sonnet|opus|haiku/i.test(model) || agent === 'claude-code') return 'anthropic-5m'
  if (/gemini/i.test(model) || agent === 'gemini-cli') return 'gemini'
  if (/gpt|codex|^o\d/i.test(model) || agent === 'codex') return 'openai'
  return /deepseek/i.test(model) ? 'deepseek' : 'anthropic-5m'
}
