import { type OpenView, type Operation, type Plan, VarveError } from '@varve/core'
import { instantOf } from '../list.ts'

/** What was asked for: as the flags of `varve edit` say it. */
export interface RetractBefore {
  readonly before: string
  readonly category: string | undefined
  readonly retract: boolean
  readonly reason: string | undefined
  readonly yes: boolean
  readonly dryRun: boolean
}

/** `memory prune` of LeanSpec: retraction by age; pinned entries stay. */
export function planRetractBefore(
  view: OpenView,
  input: RetractBefore,
  redact: (text: string) => string,
): Plan {
  if (!input.retract)
    throw new VarveError('usage', '--before goes with --retract', {
      fix: ['varve edit --retract --before 2026-01-01'],
    })
  const assertedBefore = instantOf(input.before, '--before')
  const found = [
    ...view.entries({
      visibility: 'all',
      assertedBefore,
      ...(input.category !== undefined && { category: input.category }),
    }),
  ].filter((entry) => !entry.pinned && entry.state === 'active')
  const shown = found.filter((entry) => view.viewOf(entry.id)?.hidden === undefined)
  if (shown.length > 0 && !input.yes && !input.dryRun) {
    throw new VarveError('usage', `${shown.length} of ${found.length} entries are shown now`, {
      fix: [
        `varve edit --retract --before ${input.before} --dry-run`,
        `varve edit --retract --before ${input.before} --yes`,
      ],
    })
  }
  const operations: Operation[] = found.map(({ id }) => ({
    op: 'entry.retract',
    id,
    reason: input.reason === undefined ? `older than ${input.before}` : redact(input.reason),
  }))
  return { stage: 'edit', command: 'edit --retract --before', operations, base: [] }
}
