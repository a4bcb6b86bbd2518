import { CACHE_PRICES } from '@varve/core/fidelity'
import { type PolicySpec, preset } from './policy-spec.ts'

/** `balanced` that breaks the cache whenever a pass is due. */
export const UNGATED = ungated()

/** `balanced` with one thing changed, each the same marks. */
export const ABLATIONS: readonly PolicySpec[] = [
  preset('balanced', {}, 'balanced'),
  preset('balanced', { digestTokens: 0 }, 'placeholders without names'),
  preset('balanced', { digestTokens: 160 }, '160 tokens of names'),
  preset('balanced', { leastWorth: 0 }, 'to the lower mark and no further'),
  preset('balanced', { leastWorth: 0.0006 }, 'three times the worth asked for'),
  preset('balanced', { elideArgs: false }, 'arguments never left out'),
  preset('balanced', { minCallTokens: 250 }, 'arguments from 250 tokens'),
  preset('balanced', { appliedEdits: true }, 'old text of applied edits left out'),
  preset('balanced', { extracts: true }, 'extracts of logs, diffs, JSON, searches, lists'),
  preset('balanced', { duplicates: false }, 'repeated results not told apart'),
  preset('balanced', { superseded: false }, 'superseded reads and writes not first'),
  preset('balanced', { reasoning: 'keep' }, 'old reasoning kept'),
  preset('balanced', { minAgeCalls: 8 }, 'newest 8 calls untouched instead of 4'),
  UNGATED,
]

function ungated(): PolicySpec {
  const spec = preset('balanced', {}, 'no cost gate')
  return spec.kind === 'default'
    ? { ...spec, options: { ...spec.options, prices: { ...CACHE_PRICES.none } } }
    : spec
}
