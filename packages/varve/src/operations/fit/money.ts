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

type Usage = Transcript['usage'][number]

export const PRICE_NAMES = ['anthropic-5m', 'anthropic-1h', 'openai', 'gemini', 'deepseek', 'none'] as const

export interface Money {
  readonly name: PriceName
  readonly prices: CachePrices
  /** What the session cost as it was, in dollars; the input alone where its costs were not recorded. */
  readonly recorded: number
  readonly isRecorded: boolean
  /** Of it what was paid for input: only that grows and shrinks with the window. */
  readonly input: number
}

/** What a session cost: as it was recorded, or else by a price list. */
export function moneyOf(transcript: Transcript, name: PriceName, rawCost: number): Money {
  const prices = CACHE_PRICES[name]
  const costs = transcript.usage.filter(({ costUsd }) => costUsd !== undefined)
  const isRecorded = costs.length > 0
  const listed = (rawCost * inputDollars(transcript, name)) / 1e6
  if (!isRecorded) return { name, prices, recorded: listed, isRecorded, input: listed }
  const recorded = costs.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0)
  const input = costs.reduce((sum, call) => sum + (call.costUsd ?? 0) * inputShare(call, name), 0)
  return { name, prices, recorded, isRecorded, input }
}

/** What it would have cost with an input that costs so much of the recorded one; the answers would have been the same. */
export function dollarsOf({ recorded, input }: Money, inputRatio: number): number {
  return recorded - input + input * inputRatio
}

/** What a token of an answer costs, relative to one of uncached input. */
const OUTPUT_PRICE: Readonly<Record<PriceName, number>> = {
  'anthropic-5m': 5,
  'anthropic-1h': 5,
  openai: 8,
  gemini: 8,
  deepseek: 1.5,
  none: 5,
}

/** The share of a call’s cost that its input has, by the tokens that were reported of both. */
function inputShare(
  { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 }: Usage,
  name: PriceName,
): number {
  const { read, write } = CACHE_PRICES[name]
  const paid = Math.max(0, input - cacheRead - cacheWrite) + read * cacheRead + write * cacheWrite
  const answered = OUTPUT_PRICE[name] * output
  return paid + answered === 0 ? 1 : paid / (paid + answered)
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

/** Part of a host’s name, and whose prices it has. */
const HOSTS: readonly (readonly [string, PriceName])[] = [
  ['openai', 'openai'],
  ['googleapis', 'gemini'],
  ['gemini', 'gemini'],
  ['deepseek', 'deepseek'],
]

/** By whom a proxy asks. Of a host that isn’t known writes count as dearer than reads: passes are then rarer. */
export function priceOfUpstream(host: string): PriceName {
  const name = host.toLowerCase()
  return HOSTS.find(([part]) => name.includes(part))?.[1] ?? 'anthropic-5m'
}
