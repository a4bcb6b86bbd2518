import { type Model, VarveError } from '@varve/core'
import type { OperationContext } from '../operations/context.ts'
import { limitYoungHeap } from '../operations/heap/young-heap.ts'
import { runOperation } from '../operations/run-operation.ts'
import { asVarveError } from '../operations/told-error.ts'
import { callContext } from '../serve/call-context.ts'
import type { OpenedMemory } from '../serve/server-host.ts'
import type { LongTexts } from './long-texts.ts'
import { readArguments } from './read-arguments.ts'
import { errorAnswer, partAnswer, type ToolAnswer, toolAnswer } from './tool-answer.ts'
import type { Arguments, Tool } from './tools/tool.ts'

/** What one call brings along. */
export interface CallSurroundings {
  memory(): OpenedMemory | Promise<OpenedMemory>
  /** Aborted when the client takes its call back. */
  readonly signal: AbortSignal
  readonly texts: LongTexts
  progress(label: string, done: number, total: number): void
  /** What the client offers: its model, and to ask its user. */
  readonly sampling?: Model
  confirm?(question: string): Promise<boolean>
}

/** Runs one call; whatever goes wrong is an answer. */
export async function runTool(
  tool: Tool,
  given: Arguments,
  { memory, signal, progress, texts, sampling, confirm }: CallSurroundings,
): Promise<ToolAnswer> {
  try {
    const { operation, raw, standardInput, unknown } = await readArguments(tool, given)
    if (given.cursor !== undefined && given.cursor !== null) {
      const text = texts.find(given.cursor)
      if (text !== undefined) return partAnswer(text, given.cursor)
      throw new VarveError('stale_plan', 'that answer is no longer kept', {
        fix: ['call it again without cursor'],
      })
    }
    // Calls that came together are all read before the first is run: one of them may take another back.
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
    const isAsked = raw.dryRun !== true && (tool.asksUser?.(given) ?? false)
    if (isAsked && confirm === undefined) throw cannotAsk(tool)
    let opened: OpenedMemory | undefined
    let before = 0
    const result = await runOperation(operation, raw, async () => {
      opened = await memory()
      before = opened.notices().length
      signal.throwIfAborted()
      const context = callContext(opened.context, {
        standardInput,
        progress(...told) {
          signal.throwIfAborted()
          progress(...told)
        },
        ...(sampling !== undefined && { sampling }),
        ...(confirm !== undefined && isAsked && { confirm }),
      })
      if (isAsked) await askFirst(tool, given, context)
      return context
    })
    const notes = unknown.map((name) => `note: ${tool.name} has no argument ${name}; it was left alone`)
    // A memory that stays open has those of earlier calls too.
    const notices = opened?.notices().slice(before) ?? []
    return toolAnswer({ tool, result, texts, notes, notices })
  } catch (thrown) {
    return errorAnswer(asVarveError(thrown))
  } finally {
    limitYoungHeap()
  }
}

/** Asks the user where the operation doesn't; again where what was shown is no longer what is there. */
async function askFirst(
  { name, question }: Tool,
  given: Arguments,
  context: OperationContext,
): Promise<void> {
  for (let shown: string | undefined; ; ) {
    const asked = await question?.(given, context)
    if (asked === undefined || asked === shown) return
    if (!(await context.confirm(asked))) {
      throw new VarveError('usage', 'not confirmed; nothing was changed', { fix: [dryRunOf(name)] })
    }
    shown = asked
  }
}

function cannotAsk({ name }: Tool): VarveError {
  return new VarveError('usage', 'this client has no way to ask its user; nothing was changed', {
    fix: [dryRunOf(name), `call ${name} without interactive once the user said yes`],
  })
}

function dryRunOf(name: string): string {
  return `${name} {"dry_run":true}`
}
