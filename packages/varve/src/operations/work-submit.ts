import { resolve } from 'node:path'
import {
  type Instant,
  type JournalRecord,
  type JsonObject,
  type Plan,
  planHash,
  recordHeader,
  type StoreReader,
  type StoreWriter,
  VarveError,
} from '@varve/core'
import { readTextFile } from '../files/read-text-file.ts'
import { commit } from './commit.ts'
import type { OperationContext } from './context.ts'
import { flag, positional, text } from './field.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import type { Judgement } from './work/mode.ts'
import { type ParsedAnswer, parseAnswer } from './work/parse-answer.ts'
import {
  findTaskLease,
  hashInputs,
  isSettled,
  listTasks,
  MOST_REJECTIONS,
  type PendingTask,
  type TaskLease,
} from './work/tasks.ts'

const RESULT_KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** `varve work submit`: takes an answer, looks hard at it, and makes one undoable change of it. */
export const workSubmit = defineOperation({
  name: 'work submit',
  summary: 'Give the answer to a task',
  effect: 'writes',
  fields: {
    task: positional('The task, as `varve work next` named it', 'task'),
    file: text('The answer; without it, standard input', { value: 'file' }),
    noApply: flag('Say what would come of it, and change nothing'),
  },
  examples: ['varve work submit w_4b1f09aa --file answer.json', 'varve work submit w_4b1f09aa < answer.json'],
  async run({ task: id, file, noApply }, context) {
    const answer = file === undefined || file === '-' ? await context.readInput() : readAnswer(file, context)
    const command = `work submit ${id}`
    const plan = (reader: StoreReader): Planned => {
      const { task, lease } = findTask(reader, id, context)
      const first = lease?.state.result
      // What was applied is still asked for only where it was undone.
      if (first !== undefined && (task === undefined || isAnswered(reader, task, lease, context))) {
        return { plan: emptyPlan(command), outcome: { first } }
      }
      const judgement = judge(reader, { task, lease, id, answer, command }, context)
      return { plan: judgement.plan ?? emptyPlan(command), outcome: { judgement, lease } }
    }
    // With the result in the same transaction: whoever submits at the same time gets that, or does it.
    const keep = (writer: StoreWriter, { judgement, lease }: Outcome, record: JournalRecord | undefined) => {
      if (judgement !== undefined) settle(writer, context, lease, judgement, resultOf(id, judgement, record))
    }
    const done = releasingStale(context, id, () => commit(context, command, noApply, plan, keep))
    const { first, judgement } = done.outcome
    if (judgement === undefined) return render(first ?? {}, false)
    if (!noApply) judgement.settle?.()
    const result = {
      ...resultOf(id, judgement, done.record),
      ...(noApply && { dry_run: true, plan_hash: planHash(done.plan) }),
    }
    return render(result, judgement.rejected.length > 0)
  },
})

type Judged = Judgement & Pick<ParsedAnswer, 'ignored'>

/** What came of an answer, or of the one before it. */
interface Outcome {
  readonly first?: JsonObject
  readonly judgement?: Judged
  readonly lease?: TaskLease | undefined
}

interface Planned {
  readonly plan: Plan
  readonly outcome: Outcome
}

function resultOf(id: string, judgement: Judged, record: JournalRecord | undefined) {
  const { accepted, review = 0, rejected, ignored } = judgement
  return {
    task: id,
    accepted,
    review,
    rejected: rejected.map((rejection) => ({ ...rejection })),
    ...(ignored.length > 0 && { ignored: ignored.map((item) => ({ item, codes: ['ignored_field'] })) }),
    plan_id: record?.id ?? null,
  }
}

/** A task that was refused as stale is free for whoever asks next. */
function releasingStale<T>(context: OperationContext, id: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    const held = findTaskLease(context.reading(), id)
    if (VarveError.isInstance(error) && error.code === 'stale_task' && held?.state.result === undefined) {
      context.writing().transact('work submit', (writer) => {
        if (held !== undefined) writer.dropLease(held.lease.name, held.lease.holder)
      })
    }
    throw error
  }
}

interface Found {
  readonly task: PendingTask | undefined
  readonly lease: TaskLease | undefined
}

function findTask(reader: StoreReader, id: string, context: OperationContext): Found {
  return {
    task: listTasks(reader, context, undefined).find((one) => one.id === id),
    lease: findTaskLease(reader, id),
  }
}

function isAnswered(
  reader: StoreReader,
  { mode, subject }: PendingTask,
  lease: TaskLease | undefined,
  context: OperationContext,
): boolean {
  if (lease === undefined || mode.settlesByAnswer !== true) return false
  return isSettled(lease, hashInputs(mode.buildInputs(reader, subject, context)), mode)
}

interface Submission extends Found {
  readonly id: string
  readonly answer: string
  readonly command: string
}

function judge(
  reader: StoreReader,
  { task, lease, id, answer, command }: Submission,
  context: OperationContext,
): Judged {
  if (lease === undefined) throw unknownTask(id)
  if (task === undefined) throw stale(id, 'it is done, or there is no need for it any more')
  const { mode, subject } = task
  const parsed = parseAnswer(answer, mode, id)
  const inputs = mode.buildInputs(reader, subject, context)
  if (hashInputs(inputs) !== lease.state.hash) throw stale(id, 'what it is about changed since')
  return { ...mode.judge(parsed.value, { reader, inputs, context, command }), ignored: parsed.ignored }
}

/** What came of it is kept for whoever submits it again; a rejected answer may be corrected while the lease lasts. */
function settle(
  writer: StoreWriter,
  context: OperationContext,
  held: TaskLease | undefined,
  { rejected }: Judgement,
  result: JsonObject,
): void {
  if (held === undefined) return
  const { lease, state } = held
  const now = context.clock.now()
  const isRejected = rejected.length > 0
  const rejections = state.rejections + (isRejected ? 1 : 0)
  const isLost = rejections >= MOST_REJECTIONS
  const next = isRejected
    ? { ...state, rejections, lost: state.lost + (isLost ? 1 : 0) }
    : { ...state, result }
  const until: Instant = isRejected ? (isLost ? now : lease.until) : now + RESULT_KEPT_MS
  writer.dropLease(lease.name, lease.holder)
  writer.takeLease({ name: lease.name, holder: JSON.stringify(next), until }, now)
}

function emptyPlan(command: string) {
  return { stage: 'session', command, operations: [], base: [] } as const
}

function readAnswer(file: string, { cwd }: OperationContext): string {
  const found = readTextFile(resolve(cwd, file))
  if (found !== undefined) return found
  throw new VarveError('not_found', `no such file: ${file}`, {
    subjects: [file],
    fix: [workSubmit.examples[1]],
  })
}

function unknownTask(id: string): VarveError {
  return new VarveError('unknown_task', `nobody was handed a task ${id}`, {
    subjects: [id],
    fix: ['varve work next --json'],
  })
}

function stale(id: string, why: string): VarveError {
  return new VarveError('stale_task', `${id}: ${why}; nothing was changed`, {
    subjects: [id],
    fix: ['varve work next --json'],
  })
}

function render(result: JsonObject, isRejected: boolean): OperationResult {
  const { task, accepted, rejected, ignored, plan_id } = result
  const lines = (list: unknown) => (Array.isArray(list) ? list.map((one) => `  ${itemText(one)}`) : [])
  const details = lines(rejected)
  const taken = `Accepted ${String(accepted)} of ${task}`
  const refused = `Rejected ${details.length} of ${task}; correct that and submit again:`
  return {
    json: result,
    human: [
      ...(isRejected && accepted === 0 ? [] : [taken]),
      ...(isRejected ? [refused] : []),
      ...details,
      ...lines(ignored),
      ...(typeof plan_id === 'string' ? ['varve undo takes it back'] : []),
      '',
    ].join('\n'),
    records: `${recordHeader('work.submit', { task: String(task), accepted: Number(accepted), rejected: details.length, plan: String(plan_id) })}\n`,
    exit: isRejected ? 1 : 0,
  }
}

/** `learnings[2], quote_not_found: …`: what it is about, the codes, and what the guard says. */
function itemText(one: JsonObject): string {
  const { item, codes, detail } = one
  if (typeof item !== 'string' || !Array.isArray(codes)) return JSON.stringify(one)
  return `${[item, ...codes].join(', ')}: ${String(detail)}`
}
