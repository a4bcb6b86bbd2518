import {
  canonicalJson,
  type Issue,
  issueOrder,
  recordHeader,
  recordLine,
  type Severity,
  VarveError,
} from '@varve/core'
import type { OperationContext } from './context.ts'
import { DUPLICATE_THRESHOLD } from './doctor/check-near-duplicates.ts'
import { checkTeam } from './doctor/check-team.ts'
import { CHECKS, type CheckOptions } from './doctor/checks.ts'
import { type Mended, mend, planMend } from './doctor/mend.ts'
import { runCheck } from './doctor/run-check.ts'
import { flag, list, share, text } from './field.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { shortRecordIdIn } from './short-id.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `varve doctor`: every problem of the store, with the command that mends it. */
export const doctor = defineOperation({
  name: 'doctor',
  summary: 'Check the store and name every problem',
  effect: 'writes',
  standsAlone: true,
  fields: {
    fix: flag('Mend what can be mended without losing anything'),
    dryRun: flag('With --fix: say what would be mended, and mend nothing'),
    duplicates: flag('Look for entries that say about the same'),
    threshold: share('With --duplicates: how alike they have to be', DUPLICATE_THRESHOLD),
    secrets: flag('Look for secrets in what is stored, by the rules of today'),
    config: flag('Only the configuration'),
    agents: flag('Look at what is installed in agents: missing, moved, outdated, changed by hand'),
    team: flag('Ask the team’s server too: its journal, its projection, who is let in, what waits'),
    linkProject: text('Make this folder part of the project of that id, where it could be of two', {
      value: 'id',
    }),
    check: list('Only issues of this code; may be given again', { value: 'code' }),
  },
  examples: ['varve doctor', 'varve doctor --fix --json'],
  async run(
    {
      fix,
      dryRun,
      duplicates,
      threshold = DUPLICATE_THRESHOLD,
      secrets,
      config,
      agents,
      team,
      linkProject,
      check,
    },
    context,
  ) {
    const linked = linkProject === undefined ? [] : [linkedText(linkProject, context)]
    const mending = fix ? (dryRun ? planMend(context) : mend(context)) : NOTHING_MENDED
    const mended = { ...mending, dryRun, done: [...linked, ...mending.done] }
    const options: CheckOptions = {
      secrets,
      configOnly: config,
      agents,
      ...(duplicates && { duplicates: threshold }),
    }
    const here = CHECKS.flatMap((one) => runCheck(one.run, context, options))
    const there = team ? await checkTeam(context) : []
    const found = eachOnce([...here, ...there]).toSorted(issueOrder)
    const issues = check.length === 0 ? found : found.filter((issue) => check.includes(issue.code))
    const shortRecord = mending.record && shortRecordIdIn(context.reading(), mending.record)
    return render(issues, { ...mended, shortRecord }, entriesOf(context))
  },
})

/** A store that can't be opened fails every check in the same way. */
function eachOnce(issues: readonly Issue[]): readonly Issue[] {
  return [...new Map(issues.map((issue) => [canonicalJson(issue), issue])).values()]
}

function linkedText(projectId: string, context: OperationContext): string {
  if (!UUID.test(projectId)) {
    throw new VarveError('invalid_value', `not the id of a project: ${projectId}`, { fix: ['varve doctor'] })
  }
  const keys = context.linkProject(projectId.toLowerCase())
  return `made ${keys.join(', ')} stand for project ${projectId}`
}

function entriesOf(context: OperationContext): number {
  try {
    return context.reading().size().entries
  } catch {
    return 0
  }
}

interface Mending extends Mended {
  readonly shortRecord: string | undefined
  readonly dryRun: boolean
}

const NOTHING_MENDED: Mended = { done: [], record: undefined, planHash: undefined }

function render(issues: readonly Issue[], mending: Mending, entries: number): OperationResult {
  const { done, record, shortRecord, planHash, dryRun } = mending
  const count = (severity: Severity) => issues.filter((issue) => issue.severity === severity).length
  const counts = { errors: count('error'), warnings: count('warning'), info: count('info') }
  const warnings = `${counts.warnings} ${counts.warnings === 1 ? 'warning' : 'warnings'}`
  const errors = `${counts.errors} ${counts.errors === 1 ? 'error' : 'errors'}`
  return {
    json: {
      checked: entries,
      ...counts,
      fixed: dryRun ? 0 : done.length,
      mended: done,
      ...(planHash !== undefined && { plan_id: record ?? null, plan_hash: planHash, dry_run: dryRun }),
      issues,
    },
    human: [
      ...done.map((what) => `${dryRun ? 'Would' : 'Mended:'} ${what}`),
      ...(shortRecord === undefined ? [] : [`varve undo ${shortRecord} takes it back`]),
      ...issues.flatMap((issue) => [
        `${issue.severity.toUpperCase()} [${issue.code}] ${issue.message}`,
        ...issue.fix.map((command) => `  fix: ${command}`),
      ]),
      `${errors}, ${warnings}, ${counts.info} info in ${entries} entries`,
      '',
    ].join('\n'),
    records: `${[
      recordHeader('doctor', { ...counts, fixed: dryRun ? 0 : done.length }),
      ...issues.flatMap((issue) => [
        recordLine('D', ['issue', issue.code], {
          severity: issue.severity,
          subjects: issue.subjects.join(','),
          message: issue.message,
        }),
        ...issue.fix.map((command) => recordLine('D', ['fix', issue.code, { quoted: command }], {})),
      ]),
    ].join('\n')}\n`,
    exit: counts.errors > 0 ? 3 : 0,
  }
}
