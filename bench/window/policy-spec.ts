import {
  asRecorded,
  CACHE_PRICES,
  type ClearToolOptions,
  clearTool,
  FB2_RULES,
  type FittedOptions,
  fittedByCam,
  fittedByDefault,
  PRESETS,
  TUNING,
  type Tuning,
  type WindowPolicy,
  watermarks,
} from '@varve/core/fidelity'
import { maskLast } from './baselines/mask-last.ts'
import { newestWindow } from './baselines/newest-window.ts'
import { opencode } from './baselines/opencode.ts'
import { oracle } from './baselines/oracle.ts'

/** The model's limit that presets take their share of. */
export const BUDGET = 200_000

/** A policy as data, so that it can be sent to a worker. */
export type PolicySpec =
  | { readonly kind: 'none' }
  | { readonly kind: 'opencode' }
  | ({ readonly kind: 'clear-tool' } & ClearToolOptions)
  | { readonly kind: 'mask-last'; readonly keep: number; readonly polling: number }
  | { readonly kind: 'window'; readonly most: number }
  | { readonly kind: 'oracle'; readonly trigger: number; readonly withArguments: boolean }
  | { readonly kind: 'default' | 'cam'; readonly label: string; readonly options: FittedOptions }

/** A preset of the profile `default`, with its marks as numbers, so that they can be shifted. */
export function preset(
  name: keyof typeof PRESETS,
  tuning: Partial<Tuning> = {},
  label = name as string,
): PolicySpec {
  const { high, low } = watermarks(
    { budget: BUDGET, overhead: FB2_RULES.overhead },
    { ...TUNING, ...PRESETS[name] },
  )
  const options = {
    budget: BUDGET,
    high: Math.round(high),
    low: Math.round(low),
    tuning,
    prices: CACHE_PRICES['anthropic-5m'],
  }
  return { kind: 'default', label, options }
}

export function nameOf(spec: PolicySpec): string {
  switch (spec.kind) {
    case 'none':
      return 'as recorded'
    case 'opencode':
      return opencode.name
    case 'clear-tool':
      return `clear-tool ${k(spec.trigger)}/${spec.keep}/${k(spec.atLeast)}`
    case 'mask-last':
      return `mask-last ${spec.keep}${spec.polling > 1 ? `, polling ${spec.polling}` : ''}`
    case 'window':
      return `newest ${k(spec.most)}`
    case 'oracle':
      return `oracle ${k(spec.trigger)}${spec.withArguments ? ', + arguments' : ''}`
    case 'default':
    case 'cam':
      return spec.label
    default:
      return spec satisfies never
  }
}

function k(tokens: number): string {
  return tokens % 1000 === 0 ? `${tokens / 1000}k` : String(tokens)
}

/** The same policy that acts some tokens later: greedy passes make a single run noisy. */
export function jittered(spec: PolicySpec, tokens: number): PolicySpec {
  switch (spec.kind) {
    case 'clear-tool':
      return { ...spec, trigger: spec.trigger + tokens }
    case 'window':
      return { ...spec, most: spec.most + tokens }
    case 'default': {
      const { high, low } = spec.options
      if (high === undefined || low === undefined) return spec
      return { ...spec, options: { ...spec.options, high: high + tokens, low: low + tokens } }
    }
    case 'none':
    case 'opencode':
    case 'mask-last':
    case 'oracle':
    case 'cam':
      return spec
    default:
      return spec satisfies never
  }
}

/** Whether a shift of its marks changes anything. */
export function isJittered(spec: PolicySpec): boolean {
  return jittered(spec, 1) !== spec
}

export function policyOf(spec: PolicySpec): WindowPolicy {
  const name = nameOf(spec)
  switch (spec.kind) {
    case 'none':
      return asRecorded
    case 'opencode':
      return opencode
    case 'clear-tool':
      return clearTool(name, spec)
    case 'mask-last':
      return maskLast(name, spec.keep, spec.polling)
    case 'window':
      return newestWindow(name, spec.most)
    case 'oracle':
      return oracle(name, spec.trigger, spec.withArguments)
    case 'default':
      return fittedByDefault(name, spec.options)
    case 'cam':
      return fittedByCam(name, spec.options)
    default:
      return spec satisfies never
  }
}
