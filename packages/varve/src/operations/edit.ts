import {
  CONFIDENCES,
  type EntryId,
  type FieldValues,
  type OpenView,
  type Operation,
  type Plan,
  planEdit,
  planRestore,
  planRetract,
  recordHeader,
  type StoreReader,
  VarveError,
  withoutUndefined,
} from '@varve/core'
import { planBury, planUnbury } from '@varve/core/consolidate'
import { attributeFields, readAttributes } from './attribute-input.ts'
import { captureRefs } from './capture-refs.ts'
import { captureText } from './capture-text.ts'
import { checkCategory } from './check-category.ts'
import { checkScope } from './check-scope.ts'
import { commit } from './commit.ts'
import type { OperationContext } from './context.ts'
import { type EntryInEditor, editInEditor, refuseOvertaken, saveEdited } from './edit/edit-in-editor.ts'
import { planRetractBefore } from './edit/plan-retract-before.ts'
import { choice, flag, type InputOf, integer, list, optionalPositional, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { isGiven } from './is-given.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { shortRecordIdIn } from './short-id.ts'

const fields = {
  id: optionalPositional('The entry', 'id'),
  text: text('The new text; - reads it from standard input. With no change at all, your editor opens'),
  title: text('The new title; empty removes it'),
  category: text('Where it belongs', { value: 'name' }),
  confidence: choice('How sure it is', CONFIDENCES),
  key: text('The subject; empty removes it', { value: 'name' }),
  ...attributeFields,
  type: text('fact, note, learning, digest or map', { value: 'type' }),
  value: integer('What it is worth, 0 to 100', { maximum: 100 }),
  ref: list('What it speaks of; replaces what was there', { value: 'path' }),
  tag: list('A tag to add', { value: 'tag' }),
  removeTag: list('A tag to remove', { value: 'tag' }),
  pin: flag('Show it first, and never fuse it'),
  unpin: flag('No longer pinned'),
  scope: text('project, branch:<name> or session:<id>', { value: 'scope' }),
  retract: flag('Wrong or unwanted: hide it and all that say the same'),
  restore: flag('Bring a retracted entry back'),
  bury: flag('Forget it: hidden, and back when it is said again'),
  unbury: flag('Bring a forgotten entry back'),
  force: flag('With --bury: also what is protected; needs --reason'),
  onlyThis: flag('With --retract: leave the others that say the same'),
  reopen: flag('With --retract: show again what it stood in for'),
  before: text('With --retract and no id: all that were last stated before this date', { value: 'date' }),
  yes: flag('With --before: also where entries that are shown now would go'),
  reason: text('Why'),
  dryRun: flag('Say what would happen, and do nothing'),
}

type Input = InputOf<typeof fields>

/** `varve edit`: every change is a revision; the earlier text stays. */
export const edit = defineOperation({
  name: 'edit',
  summary: 'Change, retract or restore an entry',
  effect: 'writes',
  fields,
  examples: [
    'varve edit 7c1d09aa --text "Use pnpm 10, never npm."',
    'varve edit 7c1d09aa --retract --reason "no longer true"',
  ],
  async run(input, context) {
    refuseContradiction(input)
    const opened = await openEditor(input, context)
    const content = opened?.edited.text ?? (input.text === '-' ? await context.readInput() : input.text)
    const save = () =>
      commit(context, 'edit', input.dryRun, (reader, view) => {
        if (opened) refuseOvertaken(reader, opened)
        const planned = planOf(reader, view, input, content, context)
        return { plan: planned, outcome: { reappears: listReappearing(view, planned) } }
      })
    const { outcome, plan, planHash, record } = opened ? saveEdited(opened, save) : save()
    const edited = input.id === undefined || record === undefined ? [] : plan.operations.flatMap(idsOf)
    context.noteUse('edit', edited)
    return render(
      input.dryRun,
      plan,
      planHash,
      record && shortRecordIdIn(context.reading(), record.id),
      record?.id,
      outcome.reappears,
    )
  },
})

function idsOf(operation: Operation): readonly EntryId[] {
  return 'id' in operation ? [operation.id] : []
}

const FIELD_CHANGES = [
  'text',
  'title',
  'confidence',
  'key',
  'layer',
  'importance',
  'altitude',
  'memType',
  'memState',
  'entity',
  'type',
  'value',
  'ref',
  'tag',
  'removeTag',
  'pin',
  'unpin',
  'scope',
] as const

/** What can't be given together, because it would say two things at once. */
const APART: readonly (readonly [keyof Input, readonly (keyof Input)[]])[] = [
  ['retract', ['restore', ...FIELD_CHANGES]],
  ['restore', FIELD_CHANGES],
  ['bury', ['unbury', 'retract', 'restore', ...FIELD_CHANGES]],
  ['unbury', ['retract', 'restore', ...FIELD_CHANGES]],
  ['pin', ['unpin']],
  ['before', ['id']],
]

function refuseContradiction(input: Input): void {
  for (const [name, others] of APART) {
    const other = isGiven(input[name]) ? others.find((candidate) => isGiven(input[candidate])) : undefined
    if (other === undefined) continue
    throw new VarveError('usage', `${name} and ${other} don't go together`, { fix: [edit.examples[1]] })
  }
}

/** An entry is named and no change: what to write is asked for in an editor. */
async function openEditor(input: Input, context: OperationContext): Promise<EntryInEditor | undefined> {
  const changes = [...FIELD_CHANGES, 'category', 'retract', 'restore', 'bury', 'unbury', 'before'] as const
  if (input.id === undefined || changes.some((name) => isGiven(input[name]))) return undefined
  return editInEditor(input.id, context, edit.examples[0])
}

function planOf(
  reader: StoreReader,
  view: OpenView,
  input: Input,
  content: string | undefined,
  context: OperationContext,
): Plan {
  if (input.before !== undefined) {
    return planRetractBefore(view, { ...input, before: input.before }, context.redact)
  }
  if (input.id === undefined) throw new VarveError('usage', 'edit needs <id>', { fix: [edit.examples[0]] })
  const id = findEntry(reader, input.id)
  const reason = input.reason === undefined ? undefined : context.redact(input.reason)
  if (input.retract) {
    const { onlyThis, reopen } = input
    return planRetract(reader, id, { onlyThis, reopen, ...(reason !== undefined && { reason }) })
  }
  if (input.restore) return planRestore(reader, id)
  if (input.bury) return planBury(reader, id, { force: input.force, ...(reason !== undefined && { reason }) })
  if (input.unbury) return planUnbury(reader, id)
  const plan = planEdit(reader, id, {
    set: changedFields(input, content, context),
    addTags: input.tag.map(context.redact),
    removeTags: input.removeTag,
  })
  return reason === undefined ? plan : { ...plan, reason }
}

function changedFields(input: Input, content: string | undefined, context: OperationContext): FieldValues {
  const { redact, config } = context
  if (input.category !== undefined) checkCategory(input.category, config, `varve edit ${input.id}`)
  const optional = (typed: string | undefined) =>
    typed === undefined ? undefined : typed === '' ? null : redact(typed)
  return withoutUndefined({
    content: content === undefined ? undefined : captureText(content, context),
    title: optional(input.title),
    category: input.category,
    confidence: input.confidence,
    key: optional(input.key),
    ...readAttributes(input, context),
    type: input.type === undefined ? undefined : redact(input.type),
    value: input.value,
    scope: checkScope(input.scope, `varve edit ${input.id} --scope project`),
    refs: input.ref.length === 0 ? undefined : captureRefs(input.ref, context),
    pinned: input.pin ? true : input.unpin ? null : undefined,
  })
}

/** What a withdrawn lineage shows again, as the view stands before it. */
function listReappearing(view: OpenView, plan: Plan): readonly EntryId[] {
  return plan.operations.flatMap((operation) =>
    operation.op === 'lineage.remove' && view.viewOf(operation.under)?.hidden !== undefined
      ? [operation.under]
      : [],
  )
}

function render(
  dryRun: boolean,
  plan: Plan,
  planHash: string,
  shortRecordId: string | undefined,
  recordId: string | undefined,
  reappears: readonly EntryId[],
): OperationResult {
  const count = plan.operations.length
  const status = count === 0 ? 'unchanged' : dryRun ? 'planned' : 'done'
  const said = {
    unchanged: 'Nothing to change',
    planned: `Would make ${count} changes`,
    done: `Done: ${count} changes (varve undo ${shortRecordId})`,
  }
  const again = reappears.map((id) => `  shown again: ${id}`)
  return {
    json: {
      status,
      plan_id: recordId ?? null,
      plan_hash: planHash,
      operations: plan.operations,
      reappears,
      dry_run: dryRun,
    },
    human: `${[said[status], ...again].join('\n').replace(/\b1 changes/, '1 change')}\n`,
    records: `${recordHeader('edit', { status, operations: count, plan: recordId })}\n`,
  }
}
