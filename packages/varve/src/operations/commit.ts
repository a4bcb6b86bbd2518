import {
  applyPlan,
  type JournalRecord,
  type OpenView,
  openView,
  type Plan,
  planHash,
  type Scope,
  type StoreReader,
  type StoreWriter,
  VarveError,
} from '@varve/core'
import type { OperationContext } from './context.ts'
import { findMirror } from './mirror/mirror-place.ts'
import { writeMirror } from './mirror/write-mirror.ts'

/** What a planner was asked for, and what it came to. */
export interface Committed<T> {
  readonly outcome: T
  readonly plan: Plan
  /** Computed when asked for: of a large plan it takes a while. */
  readonly planHash: string
  /** Absent on a dry run, and where there was nothing to change. */
  readonly record: JournalRecord | undefined
}

/**
 * Reads, plans and applies in one transaction, so that what a plan was made from can't change under
 * it. A dry run makes the very same plan and stops there.
 */
export function commit<T>(
  context: OperationContext,
  label: string,
  dryRun: boolean,
  planner: (reader: StoreReader, view: OpenView) => { readonly plan: Plan; readonly outcome: T },
  /** What is no part of the journal, and must not be seen without it, or it without that. */
  beside?: (writer: StoreWriter, outcome: T, record: JournalRecord | undefined) => void,
): Committed<T> {
  const scopes = furtherScopes(context)
  if (dryRun) {
    const reader = context.reading()
    const { plan, outcome } = planner(reader, openView(reader, scopes))
    return committed(outcome, plan, undefined)
  }
  const done = context.writing().transact(label, (writer) => {
    const { plan, outcome } = planner(writer, openView(writer, scopes))
    const isEmpty = plan.operations.length === 0 && plan.undoes === undefined
    const record = isEmpty
      ? undefined
      : applyPlan(watched(writer, plan, context), plan, applyContextOf(context))
    const mirror = record && findMirror(context)
    // Before the end of the transaction: what can't be mirrored isn't done.
    if (mirror) writeMirror(mirror, writer, record)
    beside?.(writer, outcome, record)
    return committed(outcome, plan, record)
  })
  noteBranch(context)
  return done
}

/** Where the branch stands is looked at when something is known on it: later it may be gone. */
function noteBranch(context: OperationContext): void {
  if (context.place.isDefaultBranch || context.place.branch === null) return
  context.mergedBranches(branchesOf(context.writing()))
}

/** The branches that entries are scoped to. */
export function branchesOf(reader: StoreReader): readonly string[] {
  return reader.scopes().flatMap((scope) => (scope.startsWith(BRANCH) ? [scope.slice(BRANCH.length)] : []))
}

const BRANCH = 'branch:'

const STEP = 500

/** Tells of each few hundred entries written. */
function watched(writer: StoreWriter, { command, operations }: Plan, context: OperationContext): StoreWriter {
  const total = operations.length
  if (total < STEP) return writer
  let done = 0
  return {
    ...writer,
    putEntry(entry, row) {
      writer.putEntry(entry, row)
      done += 1
      if (done % STEP === 0 || done === total) context.progress(command, done, total)
    },
  }
}

function committed<T>(outcome: T, plan: Plan, record: JournalRecord | undefined): Committed<T> {
  return {
    outcome,
    plan,
    record,
    get planHash() {
      return planHash(plan)
    },
  }
}

export function viewFor(context: OperationContext, reader: StoreReader): OpenView {
  return openView(reader, furtherScopes(context))
}

/** What is seen beside the project's own: the branch one works on, and the session. */
export function furtherScopes({ place, session }: OperationContext): readonly Scope[] {
  return [
    ...(place.branch !== null && !place.isDefaultBranch ? [`branch:${place.branch}`] : []),
    ...(session === undefined ? [] : [`session:${session}`]),
  ]
}

/** Where a new entry belongs unless told otherwise: to the branch, until that is merged. */
export function defaultScope({ place }: OperationContext): Scope {
  if (place.isDefaultBranch) return 'project'
  if (place.branch !== null) return `branch:${place.branch}`
  throw new VarveError('usage', 'HEAD is detached: say where it belongs', {
    fix: ['varve add "Use pnpm, never npm." --scope project'],
  })
}

function applyContextOf({ actor, via, place, clock }: OperationContext): Parameters<typeof applyPlan>[2] {
  return { actor, via, branch: place.branch, now: clock.now() }
}
