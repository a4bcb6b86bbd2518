import type { Part } from '../../../../src/fidelity/model/message.ts'
import { objectOf } from './parts.ts'

/** The operations of §2.3 that §19 speaks of. */
export type Operation = 'write' | 'edit' | 'delete' | 'move' | 'exec' | 'other'

const NAMES: readonly (readonly [Operation, string])[] = [
  ['write', 'write write_file writefile create create_file save_file'],
  [
    'edit',
    'edit edit_file replace str_replace search_replace apply_diff notebookedit insert multiedit apply_patch',
  ],
  ['delete', 'delete_file remove_file'],
  ['move', 'move_file rename_file'],
  [
    'exec',
    'bash shell exec exec_command shell_command run_command run_shell_command execute_command terminal cmd local_shell',
  ],
]
const EDITORS = ['str_replace_based_edit_tool', 'str_replace_editor']

const PATHS = 'path file_path filePath absolute_path filename file target_file notebook_path uri'.split(' ')
const OLD = 'oldText old_string old_str oldString old search'.split(' ')
const NEW = 'newText new_string new_str newString new replace'.split(' ')
const WRITTEN = 'content contents file_text new_content code'.split(' ')
const COMMANDS = 'command cmd'.split(' ')

/** The name of a tool without its server, in lower case. */
function nameOf({ tool }: Part): string {
  return (tool ?? '').replace(/^mcp__.*?__/, '').toLowerCase()
}

/** What a call does, going by the name of its tool. */
export function operationOf(call: Part): Operation {
  const name = nameOf(call)
  if (EDITORS.includes(name)) {
    const command = objectOf(call)?.command
    if (command === 'create') return 'write'
    return command === 'str_replace' || command === 'insert' ? 'edit' : 'other'
  }
  return NAMES.find(([, names]) => names.split(' ').includes(name))?.[0] ?? 'other'
}

/** The lines that an edit replaces: whole texts of old keys; of a patch its context and what it takes away. */
export function oldTexts(call: Part): readonly string[] {
  if (operationOf(call) !== 'edit') return []
  if (nameOf(call) === 'apply_patch') return [patchLines(call, ['-', ' '])]
  return editTexts(call, OLD)
}

/** The text that a write or an edit leaves in its file. */
export function newTexts(call: Part): readonly string[] {
  if (nameOf(call) === 'apply_patch') return [patchLines(call, ['+'])].filter((text) => text !== '')
  const operation = operationOf(call)
  if (operation === 'edit') return editTexts(call, NEW)
  return operation === 'write' ? stringsOf(objectOf(call), WRITTEN).slice(0, 1) : []
}

/** What a patch is made of: its first value that looks like one, or the arguments as they were written. */
function patchOf(call: Part): string {
  const values = Object.values(objectOf(call) ?? {})
  const patch = values.find((value) => typeof value === 'string' && value.includes('*** '))
  return typeof patch === 'string' ? patch : call.text
}

/** Paths in the headers of a patch, and whether it leaves a text there; undefined of any other call. */
export function patchedPaths(
  call: Part,
): readonly { readonly path: string; readonly isText: boolean }[] | undefined {
  if (nameOf(call) !== 'apply_patch') return undefined
  const headers = patchOf(call).matchAll(/^\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/gm)
  return [...headers].map(([, header, path = '']) => ({
    path: path.trim(),
    isText: header !== 'Delete File',
  }))
}

/** The path of a call and where a move leads to. */
export function pathsOf(call: Part): readonly string[] {
  const args = objectOf(call)
  return [...stringsOf(args, PATHS).slice(0, 1), ...stringsOf(args, ['destination'])]
}

export function commandOf(call: Part): string | undefined {
  return stringsOf(objectOf(call), COMMANDS)[0]
}

function patchLines(call: Part, marks: readonly string[]): string {
  return patchOf(call)
    .split('\n')
    .filter((line) => marks.includes(line.slice(0, 1)))
    .map((line) => line.slice(1))
    .join('\n')
}

/** On the top level and in every element of `edits`. */
function editTexts(call: Part, keys: readonly string[]): readonly string[] {
  const args = objectOf(call)
  const edits: readonly unknown[] = Array.isArray(args?.edits) ? args.edits : []
  return [args, ...edits].flatMap((each) => stringsOf(each, keys))
}

function stringsOf(value: unknown, keys: readonly string[]): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const fields: Readonly<Record<string, unknown>> = { ...value }
  return keys.flatMap((key) => {
    const text = fields[key]
    return typeof text === 'string' ? [text] : []
  })
}
