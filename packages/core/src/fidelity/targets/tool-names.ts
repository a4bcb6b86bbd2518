import type { ToolOperation } from '../model/target.ts'

/** Names of tools, in small letters, by what they do. */
const NAMES: Readonly<Partial<Record<ToolOperation, string>>> = {
  read: 'read read_file readfile view view_file open_file cat get_file_contents notebookread',
  write: 'write write_file writefile create create_file save_file',
  edit: 'edit edit_file replace str_replace search_replace apply_diff notebookedit insert multiedit apply_patch',
  delete: 'delete_file remove_file',
  move: 'move_file rename_file',
  search: 'grep rg search search_files codebase_search grep_search find_in_files',
  list: 'ls list list_dir list_directory glob find file_search',
  exec: 'bash shell exec exec_command shell_command run_command run_shell_command execute_command terminal cmd local_shell',
  web: 'webfetch web_fetch fetch websearch web_search browse read_web_page',
  todo: 'todowrite todo_write update_plan todo write_todos taskcreate taskupdate',
  task: 'task agent subtask delegate',
}

const OPERATION_BY_NAME = new Map<string, ToolOperation>(
  Object.entries(NAMES).flatMap(([operation, names]) =>
    // The keys of the table are operations.
    names.split(' ').map((name) => [name, operation as ToolOperation] as const),
  ),
)

/** Tools whose `command` says what they do. */
const EDITORS = new Set(['str_replace_based_edit_tool', 'str_replace_editor'])
const OPERATION_BY_COMMAND = new Map<unknown, ToolOperation>([
  ['view', 'read'],
  ['create', 'write'],
  ['str_replace', 'edit'],
  ['insert', 'edit'],
])

/** What a call of a tool does; names are compared without capitals and without the server of an MCP tool. */
export function operationOf(tool: string, args: unknown): ToolOperation {
  const name = bareToolName(tool)
  if (!EDITORS.has(name)) return OPERATION_BY_NAME.get(name) ?? 'other'
  const command = typeof args === 'object' && args !== null && 'command' in args ? args.command : undefined
  return OPERATION_BY_COMMAND.get(command) ?? 'other'
}

export function bareToolName(tool: string): string {
  return tool.toLowerCase().replace(/^mcp__.*?__/, '')
}

/** Whether a tool takes a patch, which may be of several files. */
export function isPatchTool(tool: string | undefined): boolean {
  return bareToolName(tool ?? '') === 'apply_patch'
}
