import { withoutUndefined } from '../../domain/json.ts'
import type { Part } from '../model/message.ts'
import type { LineRange, Target, ToolOperation } from '../model/target.ts'
import { commandOf, fileArgument, patchOf, textArgument } from './call-payload.ts'
import { readRange } from './read-range.ts'
import { commandTarget } from './simple-command.ts'
import { isPatchTool, operationOf } from './tool-names.ts'

export type CallPart = Pick<Part, 'text' | 'tool' | 'args' | 'target'>

const KNOWN = new WeakMap<CallPart, readonly [Target, ...Target[]]>()

/** What a call works on: one target, but for a patch of several files. Paths are as the call wrote them. */
export function targetsOf(call: CallPart): readonly [Target, ...Target[]] {
  const known = KNOWN.get(call)
  if (known !== undefined) return known
  const targets = readTargets(call)
  KNOWN.set(call, targets)
  return targets
}

function readTargets(call: CallPart): readonly [Target, ...Target[]] {
  if (call.target !== undefined) return [call.target]
  const tool = call.tool ?? ''
  const operation = operationOf(tool, call.args)
  if (isPatchTool(tool)) return patchTargets(patchOf(call.text, call.args))
  if (operation === 'exec') return [commandTarget(commandOf(call.args) ?? '') ?? { operation }]
  const range = operation === 'read' ? readRange(call.args) : undefined
  return [target(operation, pathOf(operation, call.args), range, destinationOf(operation, call.args))]
}

function pathOf(operation: ToolOperation, args: unknown): string | undefined {
  if (operation === 'search') return textArgument(args, ['path', 'dir'])
  if (operation === 'list') return textArgument(args, ['path', 'dir_path', 'pattern'])
  if (operation === 'web') return textArgument(args, ['url', 'query'])
  return FILE_OPERATIONS.has(operation) ? (fileArgument(args) ?? sourceOf(operation, args)) : undefined
}

const FILE_OPERATIONS: ReadonlySet<ToolOperation> = new Set(['read', 'write', 'edit', 'delete', 'move'])

function sourceOf(operation: ToolOperation, args: unknown): string | undefined {
  return operation === 'move' ? textArgument(args, ['source', 'from', 'old_path', 'oldPath']) : undefined
}

function destinationOf(operation: ToolOperation, args: unknown): string | undefined {
  if (operation !== 'move') return undefined
  return textArgument(args, ['destination', 'to', 'new_path', 'newPath', 'target'])
}

function target(operation: ToolOperation, path?: string, range?: LineRange, destination?: string): Target {
  return withoutUndefined({ operation, path, range, destination })
}

const HUNK_HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/gm

const HUNK_OPERATION: Readonly<Record<string, ToolOperation>> = {
  'Add File': 'write',
  'Update File': 'edit',
  'Delete File': 'delete',
}

/** The files of a patch; one that is moved is a move of it and an edit of what it becomes. */
function patchTargets(patch: string): readonly [Target, ...Target[]] {
  const targets: Target[] = []
  for (const [, header = '', path = ''] of patch.matchAll(HUNK_HEADER)) {
    const operation = HUNK_OPERATION[header]
    const last = targets.at(-1)
    if (operation !== undefined) targets.push({ operation, path })
    else if (last?.path !== undefined) {
      targets.splice(-1, 1, target('move', last.path, undefined, path), { operation: 'edit', path })
    }
  }
  const [first = { operation: 'edit' as const }, ...rest] = targets
  return [first, ...rest]
}
