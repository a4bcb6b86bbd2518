import { type EntryId, entryId, recordHeader, recordLine, type StoreReader, VarveError } from '@varve/core'
import { measureDigest, planRemove, type RemoveOutcome } from '@varve/core/digest'
import { commit } from './commit.ts'
import { countNotes, entryLabel } from './digest/entry-label.ts'
import { measureFor, percentText } from './digest/measure.ts'
import { flag, list, positional } from './field.ts'
import { findEntryIfAny } from './find-entry.ts'
import { defineOperation } from './operation.ts'

/** `varve compact remove`: what was under an entry stands for itself again. */
export const compactRemove = defineOperation({
  name: 'compact remove',
  summary: 'Withdraw that an entry stands for others',
  effect: 'writes',
  fields: {
    top: positional('The entry that stands for others', 'id'),
    note: list('An entry under it; may be given again', { value: 'id' }),
    all: flag('Every entry under it'),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: [
    'varve compact remove 7c1d09aa --note 1f0e88b2',
    'varve compact remove 7c1d09aa --all --dry-run',
  ],
  run({ top, note, all, dryRun }, context) {
    if (note.length > 0 === all) {
      throw new VarveError('usage', 'compact remove needs either --note or --all', {
        fix: [compactRemove.examples[0]],
      })
    }
    const { outcome, record } = commit(context, 'compact remove', dryRun, (reader, view) => {
      const over = endOf(reader, top)
      const unders = all ? 'all' : note.map((typed) => endOf(reader, typed))
      const planned = planRemove(reader, view, over, unders)
      return { plan: planned.plan, outcome: { ...planned.outcome, top: over } }
    })
    const reader = context.reading()
    const { percent } = measureDigest(reader, outcome.after, outcome.top, measureFor(context))
    const page = { ...outcome, percent, planId: record?.id ?? null, dryRun }
    return { json: json(page), human: human(reader, page), records: records(page) }
  },
})

/** An edge may lead to an entry that is not here. */
function endOf(reader: StoreReader, typed: string): EntryId {
  return findEntryIfAny(reader, typed) ?? entryId(typed)
}

interface Page extends RemoveOutcome {
  readonly top: EntryId
  readonly percent: number
  readonly planId: string | null
  readonly dryRun: boolean
}

function isVisible({ after }: Page, id: EntryId): boolean {
  const view = after.viewOf(id)
  return view !== undefined && view.hidden === undefined
}

function json(page: Page): object {
  const { top, removed, compacts, percent, planId, dryRun } = page
  return {
    digest_id: top,
    removed,
    visible_again: removed.filter((id) => isVisible(page, id)),
    compacts,
    count: compacts.length,
    compaction_pct: percent,
    plan_id: planId,
    dry_run: dryRun,
  }
}

function human(reader: StoreReader, page: Page): string {
  const { top, removed, compacts, percent, dryRun } = page
  const visible = removed.filter((id) => isVisible(page, id))
  const hidden = removed.filter((id) => !isVisible(page, id))
  const left = compacts.length === 0 ? '' : `, ${percentText(percent)}`
  return `${[
    dryRun ? 'Would remove compaction' : 'Removed compaction',
    `  Digest: ${entryLabel(reader, top)}`,
    `  Removed ${removed.length}; visible again:${visible.length === 0 ? ' none' : ''}`,
    ...visible.map((id) => `    - ${entryLabel(reader, id)}`),
    ...(hidden.length > 0 ? ['  Still hidden:'] : []),
    ...hidden.map((id) => `    - ${entryLabel(reader, id)}${underText(page, id)}`),
    `  Compacts ${countNotes(compacts.length)}${left}`,
  ].join('\n')}\n`
}

function underText({ after }: Page, id: EntryId): string {
  const instead = after.viewOf(id)?.hidden?.by
  return instead ? ` (under=${instead})` : ''
}

function records(page: Page): string {
  const { top, removed, compacts, after } = page
  return `${[
    recordHeader('compact.remove', { digest: top, removed: removed.length, count: compacts.length }),
    ...removed.map((id) =>
      recordLine('D', ['removed', id], {
        visible: isVisible(page, id),
        under: after.viewOf(id)?.hidden?.by ?? undefined,
      }),
    ),
  ].join('\n')}\n`
}
