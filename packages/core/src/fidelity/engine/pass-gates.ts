import { type CachePrices, callsToPay, expectedCalls } from '../cost/cost-gate.ts'

export interface GateInput {
  readonly before: number
  readonly after: number
  /** Tokens of the new view from the first change on. */
  readonly rewritten: number
  readonly calls: number
  readonly callsSincePass: number
  readonly minReclaim: number
  readonly minCallsBetweenPasses: number
  readonly prices: CachePrices | undefined
  readonly expectedCalls: number | undefined
  readonly isCold: boolean
}

/** Why a pass is not made now. */
export type Refusal =
  | { readonly kind: 'too-little' }
  | { readonly kind: 'too-soon' }
  | { readonly kind: 'too-dear'; readonly need: number; readonly have: number }

/** What speaks against a pass; undefined where nothing does. */
export function refusePass(input: GateInput): Refusal | undefined {
  const reclaimed = input.before - input.after
  if (reclaimed < input.minReclaim) return { kind: 'too-little' }
  if (input.callsSincePass < input.minCallsBetweenPasses) return { kind: 'too-soon' }
  if (input.prices === undefined || input.isCold) return undefined
  const need = callsToPay(input.prices, input.rewritten, reclaimed)
  const have = input.expectedCalls ?? expectedCalls(input.calls)
  return have > need ? undefined : { kind: 'too-dear', need, have }
}
