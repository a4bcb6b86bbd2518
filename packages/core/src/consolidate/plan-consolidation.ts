import type { OpenView } from '../compact/open-view.ts'
import { type Entry, FORGOTTEN } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Issue } from '../domain/issue.ts'
import {
  type EntityKey,
  entityOf,
  entryEntity,
  type FlagOperation,
  type Operation,
} from '../domain/operation.ts'
import { by, byText, sortedUnique } from '../domain/order.ts'
import type { Plan } from '../domain/plan.ts'
import { planBase } from '../journal/apply-plan.ts'
import type { Access, StoreReader } from '../ports/store.ts'
import { isOfAge } from './cluster/eligible.ts'
import { digestClusters } from './digest/digest-clusters.ts'
import { stalledOperation } from './forget/stalled.ts'
import { type AtRisk, type Sweep, sweepForgotten } from './forget/sweep.ts'
import { wakeOperation } from './forget/wake.ts'
import { scopeOf } from './in-scope.ts'
import { createReader } from './known-entry.ts'
import type { ConsolidationRequest } from './options.ts'
import type { ConsolidationReport } from './report.ts'
import { sameStatements, saysWhatIsKept } from './same-statements.ts'
import { readUses } from './usage.ts'

/** A plan, and what it comes to. */
export interface PlannedConsolidation {
  readonly plan: Plan
  readonly report: ConsolidationReport
}

/**
 * Lets cold entries of one subject sink under digests that keep all that is specific in them, buries what
 * nobody asks for, and flags work that stands still: one plan. Pure: the same memory, uses and moment give
 * the same plan, so that a dry run can't differ from the run.
 */
export function planConsolidation(
  reader: StoreReader,
  view: OpenView,
  now: Instant,
  request: ConsolidationRequest,
): PlannedConsolidation {
  const { rules, minAgeDays } = request
  const accesses = reader.accesses()
  const usesOf = readUses(accesses)
  const read = createReader(usesOf, now, request.projectName)
  const heads = [...view.entries({ visibility: 'heads' })].map(read)
  const inScope = scopeOf(view, accesses, request)
  const mine = heads.filter(inScope)
  const scanned = mine.filter((known) => isOfAge(known, now, minAgeDays))
  const cold = scanned.filter(({ heat, entry }) => heat < rules.heatBelow && !saysWhatIsKept(reader, entry))
  const { clusters, skipped, operations: digests } = digestClusters(reader, cold, request)
  const digested = new Set(clusters.flatMap(({ ids }) => ids))
  const rest = mine.filter(({ entry }) => !digested.has(entry.id))
  const { buried, aging }: Sweep = request.sweep
    ? sweepForgotten(reader, heads, rest, { now, rules })
    : { buried: [], aging: [] }
  const stalled = mine.flatMap(
    ({ entry }) => stalledOperation(entry, { usesOf, now, stalledDays: rules.stalledDays }) ?? [],
  )
  const woken = usedEntries(reader, accesses)
    .filter((entry) => view.scopes.includes(entry.scope) && inScope(read(entry)))
    .flatMap((entry) => wakeOperation(entry, usesOf, now) ?? [])
  const operations: readonly Operation[] = [
    ...digests,
    ...buried.flatMap((each) => burial(reader, each)),
    ...[...stalled, ...woken].sort(by(({ id }) => id, byText)),
  ]
  const isSet = ({ op }: FlagOperation) => op === 'flag.set'
  return {
    plan: {
      stage: 'consolidate',
      command: 'consolidate',
      operations,
      base: planBase(reader, operations.flatMap(readFor)),
    },
    report: {
      scanned: scanned.length,
      clusters,
      skipped,
      buried,
      aging,
      stalled: idsOf(stalled.filter(isSet)),
      unstalled: idsOf(stalled.filter((operation) => !isSet(operation))),
      woken: idsOf(woken),
      notes: request.scope === 'session' && request.session === undefined ? ['no_session'] : [],
      issues: clockSkew(accesses, now),
    },
  }
}

/** What an operation was decided by: of what goes under a digest, the entry too. */
function readFor(operation: Operation): readonly EntityKey[] {
  const own = entityOf(operation)
  return operation.op === 'lineage.add' ? [own, entryEntity(operation.under)] : [own]
}

function usedEntries(reader: StoreReader, accesses: readonly Access[]): readonly Entry[] {
  const ids = sortedUnique(accesses.map(({ entry }) => entry)) as EntryId[]
  return ids.flatMap((id) => reader.entry(id) ?? [])
}

function idsOf(operations: readonly FlagOperation[]): readonly EntryId[] {
  return operations.map(({ id }) => id).sort(byText)
}

function burial(reader: StoreReader, { id, risk }: AtRisk): readonly Operation[] {
  const found = reader.entry(id)
  const evidence = { risk: Math.round(risk * 100) / 100 }
  return (found === undefined ? [] : sameStatements(reader, found)).map((entry) => ({
    op: 'flag.set',
    id: entry.id,
    kind: 'buried',
    reason: FORGOTTEN,
    evidence,
    was: null,
  }))
}

/** A clock that went back: such uses count as of now. */
function clockSkew(accesses: readonly Access[], now: Instant): readonly Issue[] {
  const ahead = sortedUnique(accesses.filter(({ at }) => at > now).map(({ entry }) => entry))
  if (ahead.length === 0) return []
  return [
    {
      code: 'clock_skew',
      severity: 'warning',
      subjects: ahead,
      message: `${ahead.length} entries were used after now: the clock went back, and these uses count as of now`,
      fix: [],
    },
  ]
}
