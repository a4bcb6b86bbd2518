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
import { listTracedSettings, type ShownSetting, sectionNames } from './doctor/list-traced-settings.ts'
import { type Mended, mend, planMend } from './doctor/mend.ts'
import { runCheck } from './doctor/run-check.ts'
import { flag, list, optionalPositional, share, text } from './field.ts'
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
    config: flag('Only the configuration, with each setting and where it came from'),
    section: optionalPositional('With --config: the settings of one section', 'section'),
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
      section,
      agents,
      team,
      linkProject,
      check,
    },
    context,
  ) {
    if (section !== undefined && !config) throw sectionAlone(section)
    const settings = config ? listTracedSettings(context, section) : undefined
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
    const listed = settings && { settings, isWhole: section === undefined }
    return render(issues, { ...mended, shortRecord }, entriesOf(context), listed)
  },
})

/** A store that can't be opened fails every check in the same way. */
function eachOnce(issues: readonly Issue[]): readonly Issue[] {
  return [...new Map(issues.map((issue) => [canonicalJson(issue), issue])).values()]
}

function sectionAlone(section: string): VarveError {
  return new VarveError('invalid_value', `${section} is no option; a section goes with --config`, {
    fix: [`varve doctor --config ${section}`],
  })
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

interface ListedSettings {
  readonly settings: readonly ShownSetting[]
  /** Of all sections: then people are shown only what a file states. */
  readonly isWhole: boolean
}

/** `path = value (where from)`, one a line. */
function settingLines({ settings, isWhole }: ListedSettings): readonly string[] {
  const shown = isWhole ? settings.filter(({ from }) => from.length > 0) : settings
  const lines = shown.map(({ path, value, from }) => {
    const places = from.map(({ place, name }) => `${place}: ${name}`).join('; ')
    return `${path} = ${value === null ? '–' : JSON.stringify(value)} (${places === '' ? 'default' : places})`
  })
  if (!isWhole) return lines
  const rest = `${settings.length - shown.length} more at their defaults: varve doctor --config <section>`
  return [...lines, `${rest}, of ${sectionNames(settings).join(', ')}`]
}

function render(
  issues: readonly Issue[],
  mending: Mending,
  entries: number,
  listed: ListedSettings | undefined,
): OperationResult {
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
      ...(listed && { settings: listed.settings }),
      issues,
    },
    human: [
      ...(listed ? settingLines(listed) : []),
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
      ...(listed?.settings ?? []).map(({ path, value, from }) =>
        recordLine('D', ['setting', path], {
          value: JSON.stringify(value),
          from: from.map(({ place }) => place).join(',') || 'default',
        }),
      ),
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
