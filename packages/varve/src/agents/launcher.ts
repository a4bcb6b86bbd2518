import { posix, win32 } from 'node:path'
import type { FilePiece, HookProgram, Machine, Scope } from './agent.ts'

/**
 * The small program that agents start at their hooks. Its path never changes from version to version,
 * so neither does the command that a person has to trust.
 */
export function launcherPath({ platform, varveHome }: Pick<Machine, 'platform' | 'varveHome'>): string {
  return platform === 'win32'
    ? win32.join(varveHome, 'bin', 'varve-hook.mjs')
    : posix.join(varveHome, 'bin', 'varve-hook')
}

/** Known as ours by this line, whatever the version. */
const SIGNATURE = 'Starts the hooks of Varve; written by `varve install`.'

/** The launcher as a file of ours; undefined where this build has no hooks. */
export function launcherPiece(machine: Machine): FilePiece | undefined {
  if (machine.hookProgram === undefined) return undefined
  const { platform, hookProgram } = machine
  const text = platform === 'win32' ? moduleText(machine, hookProgram) : shellText(machine, hookProgram)
  return { kind: 'file', part: 'hooks', path: launcherPath(machine), text, signature: SIGNATURE, mode: 0o755 }
}

/** What Node is told before a hook: code that runs once is not worth compiling twice. */
export const QUICK_START = ['--no-opt', '--no-maglev', '--no-sparkplug']

/**
 * Whatever is missing or breaks, it ends with 0 and says nothing: an agent must not stop for it. Agents hand
 * on few variables, so it says itself which home it is of. A Node that doesn't know an option ends with 9
 * before it reads anything, and is asked without.
 */
function shellText({ node, varveHome }: Machine, { path, words }: HookProgram): string {
  const rest = ['"$program"', ...words, '"$@"'].join(' ')
  return `#!/bin/sh
# ${SIGNATURE}
[ $# -gt 0 ] || exit 0
node=${quoteForShell(node)}
[ -x "$node" ] || node=$(command -v node) || exit 0
program=${quoteForShell(path)}
[ -f "$program" ] || exit 0
[ -n "$VARVE_HOME" ] || VARVE_HOME=${quoteForShell(varveHome)}
export VARVE_HOME
[ "$VARVE_DEBUG" = 1 ] || exec 2>/dev/null
"$node" ${QUICK_START.join(' ')} ${rest}
[ $? -ne 9 ] || "$node" ${rest}
exit 0
`
}

function moduleText({ varveHome }: Machine, { path, words }: HookProgram): string {
  return `// ${SIGNATURE}
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const program = ${JSON.stringify(path)}
if (process.argv.length > 2 && existsSync(program)) {
  process.env.VARVE_HOME ||= ${JSON.stringify(varveHome)}
  process.argv.splice(1, 1, program${words.map((word) => `, ${JSON.stringify(word)}`).join('')})
  try {
    await import(pathToFileURL(program).href)
  } catch (error) {
    if (process.env.VARVE_DEBUG === '1') console.error(error)
    process.exitCode = 0
  }
}
`
}

/** True where npx keeps the program: the next clearing of its cache takes the hooks along. */
export function isTemporary({ hookProgram }: Machine): boolean {
  return /[\\/]_npx[\\/]/.test(hookProgram?.path ?? '')
}

/** The programs that a launcher's text starts. */
export function launcherTargets(text: string): readonly string[] {
  return [...text.matchAll(/^(?:const )?(?:node|program) ?= ?(["'])(.*)\1$/gm)].map(([, mark, path = '']) =>
    mark === "'" ? path.replaceAll("'\\''", "'") : path,
  )
}

/** Finds the launcher of whoever runs it: what is shared in a repository names nobody's home. */
export const SHARED_LAUNCHER = `"\${VARVE_HOME:-\${XDG_DATA_HOME:-$HOME/.local/share}/varve}/bin/varve-hook"`

/** A hook as one line for a shell. At a shared scope, whoever has no Varve sees nothing of it. */
export function hookCommand(machine: Machine, scope: Scope, event: string, agent: string): string {
  const words = `${event} --agent ${agent}`
  if (scope === 'project') return `f=${SHARED_LAUNCHER}; [ ! -x "$f" ] || "$f" ${words}`
  const path = launcherPath(machine)
  if (machine.platform === 'win32') return `node "${path}" ${words}`
  return `${quoteForShell(path)} ${words}`
}

/** A word of a shell's command line: in double quotes where nothing in it means anything to a shell. */
export function quoteForShell(word: string): string {
  return /["$`\\!']/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`
}

const LAUNCHER = 'varve-hook(?:\\.mjs|\\.cmd)?'
const WORDS = '(?: [\\w-]+(?: --agent [\\w-]+)?)?'

/** The lines that `hookCommand` writes, and nothing besides: a path in quotes or bare, or the shared form. */
const LAUNCHES: readonly RegExp[] = [
  new RegExp(`^(?:node )?"(?:[^"]*[\\\\/])?${LAUNCHER}"${WORDS}$`),
  new RegExp(`^(?:node )?'(?:(?:[^']|'\\\\'')*[\\\\/])?${LAUNCHER}'${WORDS}$`),
  new RegExp(`^(?:node )?(?:[^\\s"';&|]*[\\\\/])?${LAUNCHER}${WORDS}$`),
  new RegExp(`^f="[^;]*/${LAUNCHER}"; \\[ ! -x "\\$f" \\] \\|\\| "\\$f"${WORDS}$`),
]

/** True where a line does nothing but start the launcher: one that also does something else is its owner's. */
export function startsLauncher(line: string): boolean {
  return LAUNCHES.some((form) => form.test(line))
}

/** True where a hook of git's starts the launcher, by its path or by the shared form. */
export function namesLauncher(hook: string): boolean {
  return new RegExp(`[\\\\/]${LAUNCHER}["']$`, 'm').test(hook)
}

/** True where a word is the launcher's path. */
export function isLauncherPath(word: string): boolean {
  return new RegExp(`^(?:[A-Za-z]:)?[\\\\/](?:.*[\\\\/])?${LAUNCHER}$`).test(word)
}
