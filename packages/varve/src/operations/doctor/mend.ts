import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type RecordId, rebuildState } from '@varve/core'
import { refreshCache } from '../cache/refresh-cache.ts'
import { commit } from '../commit.ts'
import type { OperationContext, StoreRecovery } from '../context.ts'
import { CHECKS } from './checks.ts'
import { planMending } from './plan-mending.ts'
import { runCheck } from './run-check.ts'

export interface Mended {
  /** What was done, or would be. */
  readonly done: readonly string[]
  /** The revisions of entries, as one record that undo takes back. */
  readonly record: RecordId | undefined
  readonly planHash: string | undefined
}

/** Mends the places, what is derived from the journal, and entries by one plan; a text is never lost by it. */
export function mend(context: OperationContext): Mended {
  const done: string[] = []
  const recovered = context.recoverStore()
  if (recovered) done.push(recoveryText(recovered))
  if (lacksPlaces(context)) done.push('made what was missing of .varve/config.json and the store')
  const store = context.writingInPlace()
  if (needsRebuild(context)) {
    store.transact('doctor --fix', rebuildState)
    done.push('folded the journal again')
  }
  const revised = reviseEntries(context, false)
  const { written } = refreshCache(context, { afresh: true })
  if (written.length > 0) done.push(`rendered ${written.join(', ')}`)
  return { ...revised, done: [...done, ...revised.done] }
}

/** What `mend` would do; the plan is the very same. A store that can't be read is recovered first. */
export function planMend(context: OperationContext): Mended {
  if (context.fileProblems().length > 0)
    return { done: ['recover what can be read of the store'], record: undefined, planHash: undefined }
  const revised = reviseEntries(context, true)
  return {
    ...revised,
    done: [
      ...(lacksPlaces(context) ? ['make what is missing of .varve/config.json and the store'] : []),
      ...(needsRebuild(context) ? ['fold the journal again'] : []),
      ...revised.done,
    ],
  }
}

function lacksPlaces({ place }: OperationContext): boolean {
  return !existsSync(place.configPath) || !existsSync(place.databasePath)
}

function needsRebuild(context: OperationContext): boolean {
  const options = { secrets: false, configOnly: false, agents: false }
  return CHECKS.some((one) => one.mendedByRebuild && runCheck(one.run, context, options).length > 0)
}

function reviseEntries(context: OperationContext, dryRun: boolean): Mended {
  const { plan, planHash, record } = commit(context, 'doctor --fix', dryRun, (reader) => ({
    plan: planMending(reader),
    outcome: undefined,
  }))
  const count = plan.operations.length
  if (count === 0) return { done: [], record: undefined, planHash: undefined }
  const entries = `${count} ${count === 1 ? 'entry' : 'entries'}`
  return { done: [dryRun ? `revise ${entries}` : `revised ${entries}`], record: record?.id, planHash }
}

/** In numbers; the place by its name, as machines get this text too. */
function recoveryText({ keptAs, records, lost }: StoreRecovery): string {
  const recovered = `${records} ${records === 1 ? 'record' : 'records'} recovered`
  return `kept the damaged store as ${basename(keptAs)}; ${recovered}, ${lost ?? 'an unknown number'} lost`
}
