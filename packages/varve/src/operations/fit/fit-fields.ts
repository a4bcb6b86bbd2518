import { type TokenCounter, VarveError } from '@varve/core'
import {
  CACHE_PRICES,
  type CachePrices,
  est2,
  type PRESETS,
  type ReadOptions,
  type Transcript,
  TUNING,
  type Tuning,
} from '@varve/core/fidelity'
import type { Config } from '../../config/config.ts'
import type { OperationContext } from '../context.ts'
import { findExactCounter } from '../exact-counter.ts'
import { choice, integer, list, positional, text } from '../field.ts'
import type { FitSettings } from './fitted-session.ts'
import { PRICE_NAMES, type PriceName, providerOf } from './money.ts'

/** What every look at a transcript takes. */
export const TRANSCRIPT_FIELDS = {
  transcript: positional('A session as its agent wrote it down; - reads standard input', 'transcript'),
  from: text('Its format; without it the content decides', { value: 'format' }),
  session: text('Where it holds several sessions: the number of one, or the start of its id', {
    value: 'id',
  }),
  branch: text('Where a session is a tree: the start of the id of an end', { value: 'id' }),
  segment: integer('The stretch between two compactions, from 1 (default: the longest)', { minimum: 1 }),
  call: integer('The call whose window is looked at, from 1 (default: the last)', { minimum: 1 }),
  budget: integer('Tokens that the model takes (default 200000)', { minimum: 1000, value: 'tokens' }),
  profile: choice('How it is fitted (default: by what is needed)', ['default', 'cam', 'off']),
  preset: choice('How early, and how far (default balanced)', ['light', 'balanced', 'lean']),
  high: integer('Tokens above which a pass is due, in place of the preset’s', {
    minimum: 1,
    value: 'tokens',
  }),
  low: integer('Tokens that it goes down to', { minimum: 1, value: 'tokens' }),
  counter: choice('How tokens are counted (default est2)', ['est2', 'o200k', 'cl100k', 'claude']),
  price: choice('Prices of the cache (default: by the model)', PRICE_NAMES),
  pin: list('Keeps parts in full: path:<glob>, tool:<glob>, key:<key>', { value: 'rule' }),
}

export interface TranscriptInput {
  readonly from: string | undefined
  readonly session: string | undefined
  readonly branch: string | undefined
  readonly segment: number | undefined
  readonly call: number | undefined
  readonly budget: number | undefined
  readonly profile: 'default' | 'cam' | 'off' | undefined
  readonly preset: keyof typeof PRESETS | undefined
  readonly high: number | undefined
  readonly low: number | undefined
  readonly counter: 'est2' | 'o200k' | 'cl100k' | 'claude' | undefined
  readonly price: PriceName | undefined
  readonly pin: readonly string[]
}

/** The tuning that the settings say: their names are those of the library. */
export function tuningOf(settings: Config['fidelity']): Partial<Tuning> {
  return {
    highMax: settings.highMax,
    hardRatio: settings.hardRatio,
    minAgeCalls: settings.minAgeCalls,
    minResultTokens: settings.minResultTokens,
    minCallTokens: settings.minCallTokens,
    minGain: settings.minGain,
    minGainFree: settings.minGainFree,
    minCallsBetweenPasses: settings.minCallsBetweenPasses,
    digestTokens: settings.digestTokens,
    leastWorth: settings.leastWorth,
    extracts: settings.extracts,
    compressedMaxTokens: settings.compressedMaxTokens,
    refHalfLifeCalls: settings.refHalfLifeCalls,
    elideArgs: settings.elideArgs,
    appliedEdits: settings.appliedEdits,
    duplicates: settings.duplicates,
    superseded: settings.superseded,
    reasoning: settings.reasoning,
    userBudgetRatio: settings.userBudgetRatio,
    userBudgetMin: settings.userBudgetMin,
    pasteMinTokens: settings.pasteMinTokens,
    pins: [...TUNING.pins, ...settings.pins],
    planDepth: settings.plan.depth,
    ...(settings.minReclaim === undefined ? {} : { minReclaim: settings.minReclaim }),
  }
}

/** The one price list of a report: as it was asked for, as the settings say, or by who provides the model. */
export function priceNameOf(
  given: PriceName | undefined,
  { cache }: Config['fidelity'],
  byProvider: PriceName,
): PriceName {
  return given ?? (cache.preset === 'auto' ? byProvider : cache.preset)
}

/** The prices by which a pass is held back that would not pay. */
export function gatePricesOf({ cache }: Config['fidelity'], name: PriceName): CachePrices | undefined {
  return cache.gate ? CACHE_PRICES[name] : undefined
}

export const BUDGET = 200_000

/** Without the objects of the host: they would be most of the memory. */
export function readOptionsOf({ from, session, branch }: TranscriptInput): ReadOptions {
  return {
    withoutRaw: true,
    ...(from === undefined ? {} : { from }),
    ...(session === undefined ? {} : { session }),
    ...(branch === undefined ? {} : { branch }),
  }
}

/** What the command line says, over what the configuration says. */
export function settingsOf(
  input: TranscriptInput,
  context: OperationContext,
  transcript: Transcript,
): FitSettings {
  const { fidelity } = context.config
  const { high, low, segment, call } = input
  const price = priceNameOf(input.price, fidelity, providerOf(transcript))
  if (high !== undefined && low !== undefined && low > 0.9 * high) {
    throw new VarveError('usage', `--low (${low}) must be at most nine tenths of --high (${high})`, {
      fix: ['varve fit session.jsonl --high 60000 --low 40000'],
    })
  }
  return {
    budget: input.budget ?? BUDGET,
    profile: input.profile ?? (fidelity.profile === 'off' ? 'default' : fidelity.profile),
    preset: input.preset ?? fidelity.preset,
    high: high ?? fidelity.high,
    low: low ?? fidelity.low,
    counter: counterOf(input.counter ?? fidelity.counter),
    price,
    tuning: tuningOf(fidelity),
    prices: gatePricesOf(fidelity, price),
    expectedCalls: fidelity.cache.expectedCalls,
    recall: fidelity.recall,
    pins: input.pin,
    redact: (given) => context.redact(given),
    segment,
    call,
  }
}

function counterOf(name: string): TokenCounter {
  return findExactCounter(name) ?? est2
}
