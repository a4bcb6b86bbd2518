import { VarveError } from '@varve/core'
import { DIRECTIONS, type WalkRules } from '@varve/core/recall'
import { choice, decimal, flag, type InputOf, integer, list } from './field.ts'

/** What every command that follows links takes. */
export const walkFields = {
  direction: choice('Which way links are followed (default both)', DIRECTIONS),
  type: list('Only links of this type, as shown', { value: 'type' }),
  excludeType: list('No links of this type', { value: 'type' }),
  typedOnly: flag('Only links that were stated'),
  inlineOnly: flag('Only links written in a text'),
  noSemanticInversion: flag('Show links that lead here under their own type, not its inverse'),
  minValue: integer('Pass over notes of less value, and what only they lead to', { maximum: 100 }),
  weighted: flag('Cheapest first rather than fewest hops: close relations and valued notes cost less'),
  maxCost: decimal('With --weighted: no farther than this cost', { value: 'cost' }),
  maxNodes: integer('Stop at so many notes', { minimum: 1 }),
  maxEdges: integer('Stop at so many links', { minimum: 0 }),
  maxFanout: integer('Follow so many links of a note', { minimum: 1 }),
}

type WalkInput = InputOf<typeof walkFields> & { readonly maxHops?: number | undefined }

/** Reads the rules of a walk; `example` is a command line of the operation that works. */
export function walkRules(input: WalkInput, defaultHops: number, example: string): WalkRules {
  const { typedOnly, inlineOnly, weighted, maxCost, maxNodes, maxEdges, maxFanout } = input
  if (typedOnly && inlineOnly) throw refused('--typed-only and --inline-only leave no link', example)
  if (maxCost !== undefined && !weighted) throw refused('--max-cost needs --weighted', example)
  return {
    direction: input.direction ?? 'both',
    types: input.type,
    excludedTypes: input.excludeType,
    source: typedOnly ? 'typed' : inlineOnly ? 'inline' : undefined,
    invertsInbound: !input.noSemanticInversion,
    minimumValue: input.minValue ?? 0,
    maxHops: input.maxHops ?? defaultHops,
    isWeighted: weighted,
    ...(maxNodes !== undefined && { maxNodes }),
    ...(maxEdges !== undefined && { maxEdges }),
    ...(maxFanout !== undefined && { maxFanout }),
    ...(maxCost !== undefined && { maxCost }),
  }
}

function refused(message: string, example: string): VarveError {
  return new VarveError('usage', message, { fix: [example] })
}
