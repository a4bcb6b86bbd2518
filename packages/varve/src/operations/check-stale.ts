import { type Entry, hasFlag, recordHeader, recordLine, type StoreReader } from '@varve/core'
import { planStale, STALE_STATUSES, type StaleCheck } from '@varve/core/stale'
import { type CheckedEntry, checkAgainstProject, checkChangedSince } from './check-against-project.ts'
import { checkCategory } from './check-category.ts'
import { commit, viewFor } from './commit.ts'
import type { OperationContext } from './context.ts'
import { flag, rest, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { stage2Json, stage2Lines } from './propose/render-stage2.ts'
import { STAGE2_OFF, type Stage2 } from './propose/stage2.ts'
import { stage2Issues } from './propose/stage2-issues.ts'
import { shortIdIn, shortRecordIdIn } from './short-id.ts'

/** `varve check-stale`: whether the project still bears out what the memory says of it. A model is asked with `--llm` alone. */
export const checkStale = defineOperation({
  name: 'check-stale',
  summary: 'Find entries whose files, scripts or versions are no longer so',
  effect: 'writes',
  fields: {
    ids: rest('Only these entries', 'id'),
    category: text('Only this category', { value: 'name' }),
    since: text('Only entries that name a file which changed since this commit', { value: 'commit' }),
    llm: flag('Ask the model that the settings name about what rules leave open'),
    strict: flag('Exit 1 where an entry is broken'),
    dryRun: flag('Say what would be flagged, and do nothing'),
  },
  examples: ['varve check-stale --dry-run', 'varve check-stale 1f0e88b2 --strict'],
  async run(input, context) {
    const { ids, category, since, llm, strict, dryRun } = input
    if (category !== undefined) checkCategory(category, context.config, 'varve check-stale')
    // Looked at before anything is locked: files and git take their time.
    const entries = entriesOf(context, ids, category)
    const checked =
      since === undefined ? checkAgainstProject(context, entries) : checkChangedSince(context, entries, since)
    const checks = checked.map(({ check }) => check)
    const { plan, record } = commit(context, 'check-stale', dryRun, (reader) => ({
      plan: planStale(reader, checks),
      outcome: undefined,
    }))
    const stage2 = llm ? await askAbout(context, checked, dryRun) : STAGE2_OFF
    const flagged = new Set(entries.flatMap((entry) => (hasFlag(entry, 'stale') ? entry.id : [])))
    for (const each of [...plan.operations, ...stage2.plan.operations]) {
      if (each.op === 'flag.set') flagged.add(each.id)
      if (each.op === 'flag.clear') flagged.delete(each.id)
    }
    const broken = checks.filter(({ status }) => status === 'broken').length
    const undo = record && `varve undo ${shortRecordIdIn(context.reading(), record.id)} takes it back`
    const stale = stage2.outcome?.stale.filter(({ verdict }) => verdict === 'stale').length ?? 0
    return {
      ...render({
        checks,
        flagged,
        reader: context.reading(),
        planId: stage2.record?.id ?? record?.id ?? null,
        undo,
        dryRun,
        stage2,
        cap: context.config.memory.compaction.maxTokensPerRun,
      }),
      issues: llm ? stage2Issues(stage2, context) : [],
      exit: strict && broken + stale > 0 ? 1 : 0,
    }
  },
})

/** A model is asked with the lines of files that an entry names, and with nothing else. */
async function askAbout(
  context: OperationContext,
  checked: readonly CheckedEntry[],
  dryRun: boolean,
): Promise<Stage2> {
  if (!context.config.memory.compaction.llmAssisted) return STAGE2_OFF
  const [{ runStage2 }, { doubtsAmong }] = await Promise.all([
    import('./propose/run-stage2.ts'),
    import('./propose/doubts-among.ts'),
  ])
  const asks = { steps: new Set(['stale'] as const), broken: [], doubts: doubtsAmong(context, checked) }
  return runStage2(context, {}, { command: 'check-stale --llm', dryRun, asks })
}

function entriesOf(
  context: OperationContext,
  ids: readonly string[],
  category: string | undefined,
): readonly Entry[] {
  const reader = context.reading()
  if (ids.length > 0) return ids.flatMap((typed) => reader.entry(findEntry(reader, typed)) ?? [])
  const query = { visibility: 'heads', ...(category !== undefined && { category }) } as const
  return [...viewFor(context, reader).entries(query)]
}

interface Outcome {
  readonly checks: readonly StaleCheck[]
  readonly flagged: ReadonlySet<string>
  readonly reader: StoreReader
  readonly planId: string | null
  readonly undo: string | undefined
  readonly dryRun: boolean
  readonly stage2: Stage2
  /** Tokens that a run may use. */
  readonly cap: number
}

function render({ checks, flagged, reader, planId, undo, dryRun, stage2, cap }: Outcome): OperationResult {
  const counts = STALE_STATUSES.map(
    (status) => [status, checks.filter((check) => check.status === status).length] as const,
  )
  const aging = checks.filter(({ isAging }) => isAging).length
  const told = checks.filter(({ status }) => status === 'broken' || status === 'changed')
  return {
    json: {
      checked: checks.length,
      results: checks.map((check) => resultJson(check, flagged.has(check.id))),
      llm: stage2Json(stage2, cap),
      plan_id: planId,
      dry_run: dryRun,
    },
    human: `${[
      ...told.flatMap((check) => checkLines(check, shortIdIn(reader, check.id))),
      `Checked ${checks.length}: ${counts.map(([status, count]) => `${count} ${status}`).join(', ')}${aging > 0 ? `; ${aging} aging` : ''}`,
      ...(undo === undefined ? [] : [undo]),
      ...(stage2.status === 'off' ? [] : stage2Lines(stage2, reader, { cap, dryRun, undo: undefined })),
      ...(checks.some(({ status }) => status === 'broken') && !dryRun
        ? ['varve review --kind stale settles them']
        : []),
    ].join('\n')}\n`,
    records: `${[
      recordHeader('check-stale', { checked: checks.length, ...Object.fromEntries(counts), aging }),
      ...told.map(({ id, status, rule, file, reason }) =>
        recordLine('D', [status, id], { rule, file, reason }),
      ),
    ].join('\n')}\n`,
  }
}

function checkLines({ status, findings, reason }: StaleCheck, shortId: string): readonly string[] {
  const lines = findings.length === 0 ? [{ reason, file: undefined }] : findings
  return lines.map((line) => {
    const where = line.file === undefined || line.reason.includes(line.file) ? '' : ` (${line.file})`
    return `${shortId} ${status.padEnd(7)} ${line.reason}${where}`
  })
}

function resultJson(
  { id, status, rule, reason, file, findings, isAging }: StaleCheck,
  isFlagged: boolean,
): object {
  return {
    id,
    status,
    rule,
    reason,
    file: file ?? null,
    flagged: isFlagged,
    aging: isAging,
    findings: findings.map((finding) => ({
      rule: finding.rule,
      reason: finding.reason,
      file: finding.file,
      ...(finding.instead && { says: finding.instead.says, now: finding.instead.now }),
    })),
  }
}
