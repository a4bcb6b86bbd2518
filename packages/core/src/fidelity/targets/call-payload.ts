import { isArgumentObject } from '../model/canonical-arguments.ts'

export const OLD_TEXT = ['oldText', 'old_string', 'old_str', 'oldString', 'old', 'search'] as const
const NEW_TEXT = ['newText', 'new_string', 'new_str', 'newString', 'new', 'replace'] as const
const CONTENT = ['content', 'contents', 'file_text', 'new_content', 'code'] as const
const FILE = [
  'path',
  'file_path',
  'filePath',
  'absolute_path',
  'filename',
  'file',
  'target_file',
  'notebook_path',
  'uri',
] as const

/** The first of the named arguments that is a text with something in it. */
export function textArgument(args: unknown, names: readonly string[]): string | undefined {
  if (!isArgumentObject(args)) return undefined
  for (const name of names) {
    const value = args[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** The file that a call names. */
export function fileArgument(args: unknown): string | undefined {
  return textArgument(args, FILE)
}

/** The whole text of a file that a call writes. */
export function writtenContent(args: unknown): string | undefined {
  return textArgument(args, CONTENT)
}

/** One replacement of an edit. */
export interface Replacement {
  readonly old: string
  readonly new: string
}

/** The replacements of an edit: its own, and those of its list. */
export function replacementsOf(args: unknown): readonly Replacement[] {
  if (!isArgumentObject(args)) return []
  const edits = Array.isArray(args.edits) ? args.edits : []
  return [args, ...edits].flatMap((edit) => {
    const old = textArgument(edit, OLD_TEXT)
    return old === undefined ? [] : [{ old, new: textArgument(edit, NEW_TEXT) ?? '' }]
  })
}

/** The texts that a call leaves in its file: all of it, or what stands in place of each text that an edit replaces. */
export function newTextsOf(args: unknown): readonly string[] {
  if (!isArgumentObject(args)) return []
  const content = writtenContent(args)
  if (content !== undefined) return [content]
  const edits = Array.isArray(args.edits) ? args.edits : []
  return [args, ...edits].flatMap((edit) => {
    // Where an edit only takes something away, the text is empty.
    const name = isArgumentObject(edit) ? NEW_TEXT.find((each) => typeof edit[each] === 'string') : undefined
    return name === undefined ? [] : [String(edit[name])]
  })
}

/** The patch of a call of apply_patch: the first text that looks like one, else its arguments as they are. */
export function patchOf(text: string, args: unknown): string {
  const values = isArgumentObject(args) ? Object.values(args) : []
  const patch = values.find((value) => typeof value === 'string' && value.includes('*** '))
  return typeof patch === 'string' ? patch : text
}

/** The command line of a call that runs one. */
export function commandOf(args: unknown): string | undefined {
  if (!isArgumentObject(args)) return undefined
  const command = args.command ?? args.cmd
  if (typeof command === 'string') return command
  if (!Array.isArray(command)) return undefined
  const [shell, flag, line] = command
  return command.length === 3 && SHELLS.has(shell) && /^-l?c$/.test(String(flag))
    ? String(line)
    : command.join(' ')
}

const SHELLS = new Set<unknown>(['bash', 'sh', 'zsh', '/bin/bash', '/bin/sh', '/bin/zsh'])
