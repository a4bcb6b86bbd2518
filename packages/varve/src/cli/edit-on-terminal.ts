import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VarveError } from '@varve/core'
import type { EditedText } from '../operations/context.ts'

const DEFAULT_EDITOR = process.platform === 'win32' ? 'notepad' : 'vi'

/** Opens a text in an editor, in a file that nobody else can read. Undefined where there is no terminal. */
export async function editOnTerminal(text: string, editor = DEFAULT_EDITOR): Promise<EditedText | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const folder = mkdtempSync(join(process.getBuiltinModule('node:os').tmpdir(), 'varve-edit-'))
  const file = join(folder, 'entry.md')
  const discard = () => rmSync(folder, { recursive: true, force: true })
  try {
    // Editors end a file with a line feed; one that the text didn't have is taken off again.
    const endsOpen = !text.endsWith('\n')
    writeFileSync(file, endsOpen ? `${text}\n` : text, { mode: 0o600 })
    runEditor(editor, file)
    const edited = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
    return { text: endsOpen ? edited.replace(/\r?\n$/, '') : edited, file, discard }
  } catch (error) {
    discard()
    throw error
  }
}

/** The variable may hold arguments too, so a shell reads it, as it does for git. */
function runEditor(editor: string, file: string): void {
  const { status, error } =
    process.platform === 'win32'
      ? spawnSync(`${editor} "${file}"`, { shell: true, stdio: 'inherit' })
      : spawnSync('sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' })
  if (status === 0) return
  throw new VarveError(
    'usage',
    `the editor (${editor}) ended with ${error?.message ?? status}; nothing was changed`,
    { fix: ['varve edit 7c1d09aa --text "Use pnpm 10, never npm."'] },
  )
}
