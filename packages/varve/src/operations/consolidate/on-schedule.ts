import { planConsolidation } from '@varve/core/consolidate'
import { viewFor } from '../commit.ts'
import { consolidate } from '../consolidate.ts'
import type { OperationContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { requestFor } from './request-for.ts'
import { isDue, noteSuggestion } from './run-note.ts'

/** When a session has ended and a run is due: does it, or leaves a line for the next session, as the user has it. */
export async function consolidateOnSchedule(context: OperationContext): Promise<void> {
  const { schedule } = context.config.consolidate
  if (!context.config.memory.enabled || schedule === 'off' || !isDue(context)) {
    noteSuggestion(context, undefined)
    return
  }
  if (schedule === 'auto') {
    await consolidate.run(parseInput(consolidate, { scope: 'all', ifDue: true, yes: true }), context)
    return
  }
  noteSuggestion(context, suggestion(context))
}

/** Undefined where no digest would come of a run. */
function suggestion(context: OperationContext): string | undefined {
  const reader = context.reading()
  const { report } = planConsolidation(
    reader,
    viewFor(context, reader),
    context.clock.now(),
    requestFor(context, { scope: 'all' }),
  )
  const groups = report.clusters.length
  const notes = report.clusters.reduce((sum, { ids }) => sum + ids.length, 0)
  if (groups === 0) return undefined
  return `${notes} cold notes in ${groups} ${groups === 1 ? 'group' : 'groups'} can be consolidated (\`varve consolidate --scope all --dry-run\`)`
}
