import { VarveError } from '../domain/errors.ts'
import { LINEAGE_KINDS } from '../domain/lineage.ts'
import type { LineageOperation, Operation, ReviseOperation } from '../domain/operation.ts'
import { type Plan, planHash } from '../domain/plan.ts'
import { isInheritance } from './inherited-fields.ts'

const FORMAT = 1

/** A plan of lineage that was kept, to be looked at and applied later. */
export interface LineagePlan extends Plan {
  readonly operations: readonly (LineageOperation | ReviseOperation)[]
}

/** Its lineage, and what entries take over by that. */
export function partsOfPlan({ operations }: LineagePlan): {
  readonly lineage: readonly LineageOperation[]
  readonly revised: readonly ReviseOperation[]
} {
  return {
    lineage: operations.flatMap((operation) => (operation.op === 'entry.revise' ? [] : [operation])),
    revised: operations.flatMap((operation) => (operation.op === 'entry.revise' ? [operation] : [])),
  }
}

/** A plan as a file that a person can read: equal plans give equal bytes. */
export function renderPlanFile(plan: Plan, project: string): string {
  const { operations, base, ...rest } = plan
  const header = JSON.stringify({ varve_plan: FORMAT, project, hash: planHash(plan), ...rest })
  return `${header.slice(0, -1)},"operations":${lines(operations)},"base":${lines(base)}}\n`
}

function lines(items: readonly unknown[]): string {
  return items.length === 0 ? '[]' : `[\n${items.map((item) => `  ${JSON.stringify(item)}`).join(',\n')}\n]`
}

/**
 * Reads a plan file of this project. Throws `invalid_value` for what is none or does more than lineage,
 * and `stale_plan` for what isn't as it was written, or was written elsewhere.
 */
export function parsePlanFile(text: string, project: string): LineagePlan {
  const plan = parseWholePlan(text, project, COMPACT)
  return { ...plan, operations: plan.operations.filter(isLineageOperation) }
}

/** Reads a plan file of a consolidation of this project. Throws as `parsePlanFile` does. */
export function parseConsolidationFile(text: string, project: string): Plan {
  return parseWholePlan(text, project, CONSOLIDATE)
}

/** Reads a plan file of what a model proposed. Throws as `parsePlanFile` does. */
export function parseProposalFile(text: string, project: string): Plan {
  return parseWholePlan(text, project, PROPOSE)
}

/** Whether a text says of itself that it is one. */
export function isProposalFile(text: string): boolean {
  try {
    return (JSON.parse(text) as { readonly stage?: unknown }).stage === 'stage2'
  } catch {
    return false
  }
}

/** Whose plan is asked for: what it is called, and how to make one. */
interface Planner {
  readonly name: string
  readonly command: string
  /** Whether it would ever make such an operation, and what a plan with another does. */
  accepts(operation: Operation): boolean
  readonly otherwise: string
}

const COMPACT: Planner = {
  name: 'compact',
  command: 'varve compact --plan-out ./plan.json',
  accepts: isLineageOperation,
  otherwise: 'it does more than put entries under others',
}
const CONSOLIDATE: Planner = {
  name: 'consolidate',
  command: 'varve consolidate --scope all --plan-out ./plan.json',
  accepts: isOfConsolidation,
  otherwise: 'it does more than consolidate',
}

const PROPOSE: Planner = {
  name: 'compact --llm',
  command: 'varve compact --llm --plan-out ./plan.json',
  accepts: isOfProposals,
  otherwise: 'it does more than merge entries and flag stale ones',
}

function parseWholePlan(text: string, project: string, planner: Planner): Plan {
  const file = parseJson(text, planner)
  if (!isPlanShape(file)) throw noPlan(planner, 'it has no varve_plan, operations and base')
  if (file.varve_plan > FORMAT) throw noPlan(planner, 'it was written by a newer version')
  const { varve_plan: _, project: madeIn, hash, ...plan } = file
  if (!plan.operations.every(planner.accepts)) throw noPlan(planner, planner.otherwise)
  if (madeIn !== project) throw stale(planner, 'the plan was made in another project')
  if (planHash(plan) !== hash) throw stale(planner, 'the plan is not as it was written')
  return plan
}

function parseJson(text: string, planner: Planner): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw noPlan(planner, 'it is no JSON')
  }
}

interface PlanFile extends Plan {
  readonly varve_plan: number
  readonly project: string
  readonly hash: string
}

/** What the hash can't vouch for: that it is a plan at all. */
function isPlanShape(value: unknown): value is PlanFile {
  if (typeof value !== 'object' || value === null) return false
  const { varve_plan, operations, base, command, stage } = value as Readonly<Record<string, unknown>>
  return (
    Number.isInteger(varve_plan) &&
    typeof command === 'string' &&
    typeof stage === 'string' &&
    Array.isArray(operations) &&
    Array.isArray(base) &&
    base.every((each) => typeof each?.entity === 'string')
  )
}

function isLineageOperation(operation: Operation): operation is LineageOperation | ReviseOperation {
  if (operation?.op === 'entry.revise') return isInheritance(operation)
  if (operation?.op !== 'lineage.add' && operation?.op !== 'lineage.remove') return false
  const { kind, top, under } = operation
  return LINEAGE_KINDS.includes(kind) && typeof top === 'string' && typeof under === 'string'
}

/** A digest with what lies under it, and flags. */
function isOfConsolidation(operation: Operation): boolean {
  switch (operation?.op) {
    case 'entry.add':
      return operation.fields?.consolidation !== undefined
    case 'lineage.add':
      return isLineageOperation(operation) && operation.kind === 'consolidates'
    case 'flag.set':
    case 'flag.clear':
      return operation.kind === 'buried' || operation.kind === 'stalled'
    default:
      return false
  }
}

/** A merged entry with what lies under it, flags of what is stale, and files as they were seen. */
function isOfProposals(operation: Operation): boolean {
  switch (operation?.op) {
    case 'entry.add':
      return operation.fields?.source?.kind === 'compaction' && operation.fields.consolidation === undefined
    case 'entry.restore':
      return true
    case 'entry.revise':
      return isInheritance(operation) || Object.keys(operation.set).every((name) => REVISED.includes(name))
    case 'lineage.add':
      return isLineageOperation(operation) && (operation.kind === 'merges' || operation.kind === 'duplicates')
    case 'flag.set':
    case 'flag.clear':
      return operation.kind === 'stale'
    default:
      return false
  }
}

const REVISED: readonly string[] = ['content', 'refs']

function noPlan({ name, command }: Planner, why: string): VarveError {
  return new VarveError('invalid_value', `not a plan of ${name}: ${why}`, { fix: [command] })
}

function stale({ command }: Planner, message: string): VarveError {
  return new VarveError('stale_plan', message, { fix: [command] })
}
