import { type EntryId, recordHeader, recordLine, type StoreReader, VarveError } from '@varve/core'
import {
  type ApplyOutcome,
  checkedDigest,
  DIGEST_KINDS,
  judgeEdges,
  measureDigest,
  planApply,
  textIssues,
} from '@varve/core/digest'
import { commit } from './commit.ts'
import { applyPlanFile } from './digest/apply-plan-file.ts'
import { countNotes, entryLabel } from './digest/entry-label.ts'
import { findAll } from './digest/find-all.ts'
import {
  type GuardedDigest,
  guardDigest,
  guardIssues,
  guardJson,
  guardRecords,
  refuseFindings,
} from './digest/guard-digest.ts'
import { inheritedIssues } from './digest/inherited-issues.ts'
import {
  isPlanFile,
  type KeptPlan,
  keepPlan,
  keptPlanJson,
  keptPlanText,
  planOutField,
} from './digest/keep-plan.ts'
import { measureFor, percentText } from './digest/measure.ts'
import { readIds } from './digest/read-ids.ts'
import { choice, flag, list, positional, text } from './field.ts'
import { defineOperation } from './operation.ts'

/** `varve compact apply`: an entry stands in for others from now on. */
export const compactApply = defineOperation({
  name: 'compact apply',
  summary: 'Let a digest stand in for its sources',
  effect: 'writes',
  fields: {
    digest: positional(
      'The entry that stands for the others; or a plan that --plan-out kept',
      'digest|plan-file',
    ),
    note: list('An entry to put under it; may be given again', { value: 'id' }),
    fromStdin: flag('Take ids from standard input too'),
    notesFile: text('Take ids from a file too: parted by blanks or commas, or a JSON array', {
      value: 'file',
    }),
    kind: choice('How it stands for them (default digests)', DIGEST_KINDS),
    move: flag('Take an entry from the digest that it is under'),
    refresh: flag('The digest has been brought up to date with what its sources say now'),
    reviewed: flag('With --refresh: its text was checked and may stay as it is'),
    strict: flag('Refuse a digest that the guard has something to say about'),
    dryRun: flag('Say what would happen, and do nothing'),
    planOut: planOutField,
  },
  examples: [
    'varve compact apply 7c1d09aa --note 1f0e88b2 --note 53ab10c4',
    'varve compact apply 7c1d09aa --refresh --reviewed',
  ],
  async run({ digest, note, fromStdin, notesFile, kind: stated, ...flags }, context) {
    const { move, refresh, reviewed, strict, planOut } = flags
    const dryRun = flags.dryRun || planOut !== undefined
    if (reviewed && !refresh) throw usage('--reviewed goes with --refresh')
    const typed = await readIds(context, { note, fromStdin, notesFile })
    if (isPlanFile(digest)) {
      const hasMore = typed.length > 0 || stated !== undefined || move || refresh || planOut !== undefined
      if (hasMore) throw usage('a plan says itself what it changes: only --strict and --dry-run go with it')
      return applyPlanFile(context, digest, { isStrict: strict, dryRun })
    }
    const kind = stated ?? 'digests'
    if (typed.length === 0 && !refresh) {
      throw usage('no source ids given (use --note, --from-stdin or --notes-file)')
    }
    const { outcome, plan, record } = commit(context, 'compact apply', dryRun, (reader, view) => {
      const [top, ...sources] = findAll(reader, [digest, ...typed])
      if (top === undefined) throw usage('compact apply needs <digest>')
      const { plan, outcome } = planApply(reader, view, {
        digest: top,
        sources,
        kind,
        move,
        refresh,
        reviewed,
      })
      const { after, added } = outcome
      // A duplicate keeps the text that is there, so only what comes under it is held against it.
      const checked =
        kind === 'duplicates' ? { digest: top, kind, sources: added } : checkedDigest(after, top)
      const guarded = guardDigest(context, reader, checked)
      if (strict && guarded !== undefined) refuseFindings(guarded)
      return {
        plan: guarded === undefined ? plan : judgeEdges(reader, after, plan, guarded),
        outcome: { ...outcome, guarded, inherited: inheritedIssues(reader, plan) },
      }
    })
    const kept = planOut === undefined ? undefined : keepPlan(context, plan, planOut)
    const reader = context.reading()
    const entry = reader.entry(outcome.digest)
    const { percent } = measureDigest(reader, outcome.after, outcome.digest, measureFor(context))
    const page = {
      ...outcome,
      percent,
      kept,
      planId: record?.id ?? null,
      dryRun,
      issues: [
        ...outcome.after.issuesAbout([outcome.digest, ...outcome.compacts]),
        ...(entry === undefined ? [] : textIssues(entry, percent)),
        ...outcome.inherited,
      ],
    }
    return {
      json: json(page),
      human: human(reader, page),
      records: records(page),
      issues: [...page.issues, ...(page.guarded === undefined ? [] : guardIssues(page.guarded))],
    }
  },
})

function usage(message: string): VarveError {
  return new VarveError('usage', message, { fix: [compactApply.examples[0]] })
}

interface Page extends ApplyOutcome {
  readonly percent: number
  readonly guarded: GuardedDigest | undefined
  readonly kept: KeptPlan | undefined
  readonly planId: string | null
  readonly dryRun: boolean
  readonly issues: ReturnType<typeof textIssues>
}

function json(page: Page): object {
  const { digest, kind, added, already, moved, refreshed, compacts, percent, planId, dryRun, issues } = page
  const { guarded, kept } = page
  return {
    digest_id: digest,
    kind,
    added,
    already,
    moved,
    ...(refreshed.length > 0 && { refreshed }),
    compacts,
    count: compacts.length,
    compaction_pct: percent,
    plan_id: planId,
    dry_run: dryRun,
    ...(kept !== undefined && { plan: keptPlanJson(kept) }),
    ...(guarded !== undefined && { guard: guardJson(guarded) }),
    issues,
  }
}

function human(reader: StoreReader, page: Page): string {
  const { digest, added, already, moved, refreshed, compacts, percent, dryRun, kept } = page
  const label = (id: EntryId) => entryLabel(reader, id)
  if (added.length + refreshed.length === 0) {
    const what = already.length === 0 ? 'is up to date with' : 'already compacts'
    return `Nothing to do: ${digest} ${what} ${already.length === 0 ? 'its' : 'these'} ${countNotes(compacts.length)}\n`
  }
  const done = added.length === 0 ? 'Refreshed' : 'Applied'
  return `${[
    dryRun ? `Would have ${done.toLowerCase()} compaction` : `${done} compaction`,
    `  Digest: ${label(digest)}`,
    `  Added ${added.length}, already present ${already.length}; compacts ${countNotes(compacts.length)}:`,
    ...compacts.map((id) => `    - ${label(id)}`),
    ...(moved.length > 0 ? [`  Moved from another digest: ${moved.map(label).join(', ')}`] : []),
    ...(refreshed.length > 0 ? [`  Brought up to date with ${countNotes(refreshed.length)}`] : []),
    `  Compaction: ${percentText(percent)}`,
    ...(kept === undefined ? [] : [keptPlanText(kept)]),
  ].join('\n')}\n`
}

function records({ digest, added, already, compacts, percent, planId, guarded }: Page): string {
  return `${[
    recordHeader('compact.apply', {
      digest,
      count: compacts.length,
      added: added.length,
      already: already.length,
      compaction: percentText(percent),
      plan: planId ?? '-',
    }),
    ...compacts.map((id) => recordLine('D', ['compacted', id])),
    ...(guarded === undefined ? [] : guardRecords(guarded)),
  ].join('\n')}\n`
}
