import type { BlockMarks } from '../../agents/agent.ts'
import { HostFileProblem } from '../../agents/host-files/host-file-error.ts'

/** A hook of git's, as it lies there. */
export interface HookFile {
  /** Undefined where there is none. */
  readonly text: string | undefined
  readonly isExecutable: boolean
}

const MARKS: BlockMarks = { opens: '# >>> varve >>>', closes: '# <<< varve <<<' }
const SHEBANG = '#!/bin/sh\n'
/** Stands in a file that is there for the block alone. */
const OURS = '# Nothing else stood here before.\n'

/**
 * The hook with our lines in it, right behind its first one: they start a process that nobody waits for, and
 * then the rest runs as before, which may end at any line. Throws `HostFileProblem` where that can't be.
 */
export function withHookBlock({ text, isExecutable }: HookFile, launcher: string): string {
  if (text === undefined) return `${SHEBANG}${blockOf(launcher, OURS)}`
  const without = withoutHookBlock(text)
  if (without === undefined) return `${SHEBANG}${blockOf(launcher, OURS)}`
  // To make it executable would wake what its owner put to sleep.
  if (!isExecutable) throw new HostFileProblem('clash', 'it is not executable, so git runs nothing of it')
  const [first = ''] = without.split('\n', 1)
  const head = first.startsWith('#!') && without !== first ? `${first}\n` : ''
  if (head !== '' && !/\b(?:ba|da|k|z)?sh\b/.test(first)) {
    throw new HostFileProblem('clash', `it is no script of a shell (${first})`)
  }
  const rest = without.slice(head.length)
  return `${head}${blockOf(launcher)}${rest}`
}

/** The hook as it was before; undefined where nothing was there, or our lines are all there is. */
export function withoutHookBlock(text: string): string | undefined {
  const from = lineAt(text, MARKS.opens)
  const to = lineAt(text, MARKS.closes)
  if (from === -1 && to === -1) return text
  if (from === -1 || to < from) throw new HostFileProblem('unreadable', 'the lines of varve are damaged')
  const end = to + MARKS.closes.length + 1
  const isOurs = text.slice(from, end).includes(OURS)
  const rest = text.slice(0, from) + text.slice(end)
  return isOurs && rest === SHEBANG ? undefined : rest
}

function lineAt(text: string, line: string): number {
  return `\n${text}`.indexOf(`\n${line}\n`)
}

function blockOf(launcher: string, first = ''): string {
  return `${MARKS.opens}
${first}# Looks after a merge which entries the project no longer bears out: varve uninstall git takes it out.
(
  f=${launcher}
  if [ -x "$f" ]; then "$f" post-merge; elif command -v varve; then varve hook post-merge; fi
) </dev/null >/dev/null 2>&1 || :
${MARKS.closes}
`
}
