import type { ConsolidationRequest, ConsolidationRules } from '@varve/core/consolidate'
import type { Config } from '../../config/config.ts'
import { projectName } from '../../project/project-name.ts'
import type { OperationContext } from '../context.ts'

/** What may be said of a run; the settings say the rest. */
export interface RunInput {
  readonly scope?: 'all' | 'session' | undefined
  readonly session?: string | undefined
  readonly minAgeDays?: number | undefined
  readonly entity?: string | undefined
  readonly cluster?: 'similar' | 'blind' | undefined
  readonly noSweep?: boolean
  readonly sweepOnly?: boolean
}

export function requestFor(context: OperationContext, input: RunInput): ConsolidationRequest {
  const rules = rulesOf(context.config.consolidate)
  const session = input.session ?? context.session
  return {
    projectName: projectName(context.place, context.config),
    scope: input.scope ?? 'session',
    ...(session !== undefined && { session }),
    minAgeDays: input.minAgeDays ?? context.config.consolidate.minAgeDays,
    ...(input.entity !== undefined && { entity: input.entity }),
    sweep: !(input.noSweep ?? false),
    rules: {
      ...rules,
      cluster: input.cluster ?? rules.cluster,
      // Nothing is colder than this.
      ...(input.sweepOnly && { heatBelow: 0 }),
    },
  }
}

function rulesOf(settings: Config['consolidate']): ConsolidationRules {
  const { minAgeDays: _, schedule: __, everyDays: ___, llm: ____, ...rules } = settings
  return rules
}
