import {
  asRecorded,
  type ClearToolOptions,
  clearTool,
  type FidelityOptions,
  fittedByCam,
  fittedByDefault,
  type WindowPolicy,
} from '@varve/core/fidelity'

/** A policy as data, so that it can be sent to a worker. */
export type PolicySpec =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'clear-tool' } & ClearToolOptions)
  | { readonly kind: 'default'; readonly label: string; readonly options: Omit<FidelityOptions, 'sessionId'> }
  | { readonly kind: 'cam'; readonly label: string; readonly options: Omit<FidelityOptions, 'sessionId'> }

export function nameOf(spec: PolicySpec): string {
  switch (spec.kind) {
    case 'none':
      return 'none'
    case 'clear-tool':
      return `clear-tool ${k(spec.trigger)}/${spec.keep}/${k(spec.atLeast)}`
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
  if (spec.kind === 'clear-tool') return { ...spec, trigger: spec.trigger + tokens }
  if (spec.kind !== 'default') return spec
  const { high, low } = spec.options
  if (high === undefined || low === undefined) return spec
  return { ...spec, options: { ...spec.options, high: high + tokens, low: low + tokens } }
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
    case 'clear-tool':
      return clearTool(name, spec)
    case 'default':
      return fittedByDefault(name, spec.options)
    case 'cam':
      return fittedByCam(name, spec.options)
    default:
      return spec satisfies never
  }
}
