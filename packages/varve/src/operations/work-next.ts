import { formatInstant, type Issue, type JsonObject, recordHeader, type StoreWriter } from '@varve/core'
import * as z from 'zod/mini'
import { compareTexts } from './compare-texts.ts'
import type { OperationContext } from './context.ts'
import { choice, text } from './field.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { MODE_NAMES, type ModeName, type TaskInputs } from './work/mode.ts'
import { MAX_ANSWER_LENGTH } from './work/parse-answer.ts'
import { parseLease } from './work/parse-lease.ts'
import { MAX_INPUT_TOKENS } from './work/session-inputs.ts'
import {
  findTaskLease,
  hashInputs,
  isHeld,
  isParked,
  isSettled,
  leaseName,
  listTasks,
  type PendingTask,
  type TaskState,
} from './work/tasks.ts'

/** `varve work next`: hands a task to the agent that asks. The agent is the model; nothing else is called. */
export const workNext = defineOperation({
  name: 'work next',
  summary: 'Take a task that an agent can do for the memory',
  effect: 'writes',
  fields: {
    mode: choice('Only this kind of work (default: what is missing first)', ['auto', ...MODE_NAMES]),
    lease: text('How long it is yours: 30m, 2h (default 30m)', { value: 'time' }),
  },
  examples: ['varve work next --json', 'varve work next --mode summarize --json'],
  run({ mode = 'auto', lease }, context) {
    const leaseMs = parseLease(lease, workNext.examples[0])
    compareTexts(context)
    const found = context
      .writing()
      .transact('work next', (writer) =>
        takeTask(writer, context, { mode: mode === 'auto' ? undefined : mode, leaseMs }),
      )
    return render(found)
  },
})

interface Search {
  readonly mode: ModeName | undefined
  readonly leaseMs: number
}

interface Found {
  readonly task: JsonObject | undefined
  readonly counts: Readonly<Record<ModeName | 'leased' | 'parked', number>>
  readonly parked: readonly string[]
}

function takeTask(writer: StoreWriter, context: OperationContext, { mode, leaseMs }: Search): Found {
  const now = context.clock.now()
  const tasks = listTasks(writer, context, mode)
  const counts = {
    leased: 0,
    parked: 0,
    ...Object.fromEntries(MODE_NAMES.map((name) => [name, 0])),
  } as Record<ModeName | 'leased' | 'parked', number>
  const parked: string[] = []
  let taken: JsonObject | undefined
  for (const task of tasks) {
    const before = findTaskLease(writer, task.id)
    if (before !== undefined && isHeld(before, now)) {
      counts.leased += 1
      continue
    }
    // The texts are gathered for the one that is handed out, and for those of which more is known.
    const inputs = before === undefined && taken !== undefined ? undefined : gather(writer, task, context)
    const hash = inputs === undefined ? undefined : hashInputs(inputs)
    if (before !== undefined && hash !== undefined && isSettled(before, hash, task.mode)) continue
    if (before !== undefined && hash !== undefined && isParked(before, hash)) {
      parked.push(task.id)
      counts.parked += 1
      continue
    }
    counts[task.mode.name] += 1
    if (taken !== undefined || inputs === undefined || hash === undefined) continue
    const until = now + leaseMs
    const isSame = before?.state.hash === hash
    const state: TaskState = {
      hash,
      taker: context.ids.uuid(),
      rejections: 0,
      lost: isSame ? before.state.lost : 0,
    }
    if (before !== undefined) writer.dropLease(before.lease.name, before.lease.holder)
    writer.takeLease({ name: leaseName(task.id), holder: JSON.stringify(state), until }, now)
    taken = taskJson(task, inputs, hash, formatInstant(until))
  }
  return { task: taken, counts, parked }
}

function gather(writer: StoreWriter, { mode, subject }: PendingTask, context: OperationContext): TaskInputs {
  return mode.buildInputs(writer, subject, context)
}

function taskJson({ id, mode }: PendingTask, inputs: TaskInputs, hash: string, expires: string): JsonObject {
  return {
    task: id,
    kind: mode.kind,
    prompt: mode.prompt,
    expires,
    inputs_hash: hash,
    instructions: mode.instructions,
    inputs: inputs.json,
    // What zod prints is JSON.
    answer_schema: z.toJSONSchema(mode.answer) as JsonObject,
    limits: {
      max_items: mode.maxItems,
      max_answer_chars: MAX_ANSWER_LENGTH,
      max_input_tokens: MAX_INPUT_TOKENS,
    },
    submit: `varve work submit ${id} --file answer.json`,
  }
}

function render({ task, counts, parked }: Found): OperationResult {
  const issues: readonly Issue[] =
    parked.length === 0
      ? []
      : [
          {
            code: 'task_parked',
            severity: 'info',
            subjects: parked,
            message: `${parked.join(', ')}: answers were rejected time and again; it is handed out when it asks something else`,
            fix: [],
          },
        ]
  if (task === undefined) {
    const reason = counts.leased > 0 ? 'all_leased' : 'nothing_to_do'
    return {
      json: { task: null, reason, counts },
      human:
        reason === 'nothing_to_do' ? 'Nothing to do\n' : `Nothing to do: ${counts.leased} taken by others\n`,
      records: `${recordHeader('work.next', { task: '-', reason })}\n`,
      issues,
    }
  }
  const { task: id, kind, expires } = task
  return {
    json: task,
    human: `${id}  ${kind}, until ${expires}\nvarve work next --json hands out the texts; ${task.submit} takes the answer\n`,
    records: `${recordHeader('work.next', { task: String(id), kind: String(kind), expires: String(expires) })}\n`,
    issues,
  }
}
