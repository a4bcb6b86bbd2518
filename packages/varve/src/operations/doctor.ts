import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import {
  canonicalJson,
  type Issue,
  issueOrder,
  rebuildState,
  recordHeader,
  recordLine,
  type Severity,
  VarveError,
} from '@varve/core'
import { refreshCache } from './cache/refresh-cache.ts'
import type { OperationContext, StoreRecovery } from './context.ts'
import { CHECKS, type CheckOptions } from './doctor/checks.ts'
import { flag, list, text } from './field.ts'
import { defineOperation, type OperationResult } from './operation.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `varve doctor`: every problem of the store, with the command that mends it. */
export const doctor = defineOperation({
  name: 'doctor',
  summary: 'Check the store and name every problem',
  effect: 'writes',
  fields: {
    fix: flag('Mend what can be mended without losing anything'),
    secrets: flag('Look for secrets in what is stored, by the rules of today'),
    config: flag('Only the configuration'),
    linkProject: text('Make this folder part of the project of that id, where it could be of two', {
      value: 'id',
    }),
    check: list('Only issues of this code; may be given again', { value: 'code' }),
  },
  examples: ['varve doctor', 'varve doctor --fix --json'],
  run({ fix, secrets, config, linkProject, check }, context) {
    const linked = linkProject === undefined ? [] : [linkedText(linkProject, context)]
    const mended = [...linked, ...(fix ? mend(context) : [])]
    const options: CheckOptions = { secrets, configOnly: config }
    const found = eachOnce(CHECKS.flatMap((one) => runCheck(one.run, context, options))).toSorted(issueOrder)
    const issues = check.length === 0 ? found : found.filter((issue) => check.includes(issue.code))
    return render(issues, mended, entriesOf(context))
  },
})

/** A check that fails is itself a finding: the others still run. */
function runCheck(
  run: (typeof CHECKS)[number]['run'],
  context: OperationContext,
  options: CheckOptions,
): readonly Issue[] {
  try {
    return run(context, options)
  } catch (thrown) {
    if (!VarveError.isInstance(thrown)) throw thrown
    const { code, message, subjects, fix } = thrown
    return [{ code, severity: 'error', subjects, message, fix }]
  }
}

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

/** What `--fix` did. Data is never changed: only what is derived from the journal, and missing places. */
function mend(context: OperationContext): readonly string[] {
  const done: string[] = []
  const { place } = context
  const recovered = context.recoverStore()
  if (recovered) done.push(recoveryText(recovered))
  if (!existsSync(place.configPath) || !existsSync(place.databasePath))
    done.push('made what was missing of .varve/config.json and the store')
  const store = context.writingInPlace()
  if (
    CHECKS.some(
      (one) =>
        one.mendedByRebuild && runCheck(one.run, context, { secrets: false, configOnly: false }).length > 0,
    )
  ) {
    store.transact('doctor --fix', rebuildState)
    done.push('folded the journal again')
  }
  const { written } = refreshCache(context, { afresh: true })
  if (written.length > 0) done.push(`rendered ${written.join(', ')}`)
  return done
}

/** In numbers; the place by its name, as machines get this text too. */
function recoveryText({ keptAs, records, lost }: StoreRecovery): string {
  const recovered = `${records} ${records === 1 ? 'record' : 'records'} recovered`
  return `kept the damaged store as ${basename(keptAs)}; ${recovered}, ${lost ?? 'an unknown number'} lost`
}

function entriesOf(context: OperationContext): number {
  try {
    return context.reading().size().entries
  } catch {
    return 0
  }
}

function render(issues: readonly Issue[], mended: readonly string[], entries: number): OperationResult {
  const count = (severity: Severity) => issues.filter((issue) => issue.severity === severity).length
  const counts = { errors: count('error'), warnings: count('warning'), info: count('info') }
  const warnings = `${counts.warnings} ${counts.warnings === 1 ? 'warning' : 'warnings'}`
  const errors = `${counts.errors} ${counts.errors === 1 ? 'error' : 'errors'}`
  return {
    json: { checked: entries, ...counts, fixed: mended.length, mended, issues },
    human: [
      ...mended.map((what) => `Mended: ${what}`),
      ...issues.flatMap((issue) => [
        `${issue.severity.toUpperCase()} [${issue.code}] ${issue.message}`,
        ...issue.fix.map((command) => `  fix: ${command}`),
      ]),
      `${errors}, ${warnings}, ${counts.info} info in ${entries} entries`,
      '',
    ].join('\n'),
    records: `${[
      recordHeader('doctor', { ...counts, fixed: mended.length }),
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
