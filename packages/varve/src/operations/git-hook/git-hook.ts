import { statSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { VarveError } from '@varve/core'
import type { FileChange } from '../../agents/host-files/file-change.ts'
import { HostFileProblem, hostFileError } from '../../agents/host-files/host-file-error.ts'
import { findHostText, readHostFile } from '../../agents/host-files/read-host-file.ts'
import { launcherPath, quoteForShell, SHARED_LAUNCHER } from '../../agents/launcher.ts'
import { type InstallPlan, planLauncher } from '../../agents/plan-install.ts'
import { planUninstall, type UninstallPlan } from '../../agents/plan-uninstall.ts'
import { readInstalls } from '../../agents/record/install-record.ts'
import type { OperationContext } from '../context.ts'
import { withHookBlock, withoutHookBlock } from './hook-block.ts'

type World = Pick<OperationContext, 'git' | 'machine'> & {
  readonly place: Pick<OperationContext['place'], 'top'>
}

/** What puts our lines into git's hook after a merge, and the program that they start. */
export function planGitHook(world: World, force = false): InstallPlan {
  const { machine, place } = world
  const path = hookPath(world)
  const plan = planLauncher({ gitHook: path, force }, machine, readInstalls(machine.varveHome))
  const words = isSharedHook(path, place.top) ? SHARED_LAUNCHER : quoteForShell(launcherPath(machine))
  const change = changeOf(path, (text, isExecutable) => withHookBlock({ text, isExecutable }, words))
  return { ...plan, changes: [...plan.changes.filter(({ before, after }) => before !== after), change] }
}

/** What takes them out again: the rest is as it was, to the byte. The program goes with the last that starts it. */
export function planGitHookRemoval(world: World): Omit<UninstallPlan, 'changes'> & {
  readonly changes: readonly FileChange[]
} {
  const { machine } = world
  const path = hookPath(world)
  const request = { agents: [], scope: undefined, gitHook: path }
  const plan = planUninstall(request, machine, readInstalls(machine.varveHome))
  const change = changeOf(path, (text) => (text === undefined ? text : withoutHookBlock(text)))
  return {
    ...plan,
    changes: [change, ...plan.changes].filter(({ before, after }) => before !== after),
  }
}

/** Where git looks for it: of all worktrees the same place, and the one that core.hooksPath names. */
function hookPath({ git, place }: World): string {
  const folder = git(place.top, ['rev-parse', '--git-path', 'hooks'])
  if (folder === undefined) {
    throw new VarveError('not_found', `${place.top} is in no git repository`, { fix: ['git init'] })
  }
  return join(isAbsolute(folder) ? folder : join(place.top, folder), 'post-merge')
}

function changeOf(
  path: string,
  edit: (text: string | undefined, isExecutable: boolean) => string | undefined,
): FileChange {
  try {
    const { target, text } = readHostFile(path, undefined)
    const isExecutable = text !== undefined && (statSync(target).mode & 0o111) !== 0
    const mode = text === undefined ? 0o755 : undefined
    return { path, target, before: text, after: edit(text, isExecutable), mode, parts: ['hooks'] }
  } catch (error) {
    if (error instanceof HostFileProblem) throw hostFileError(error, path, 'varve hook post-merge')
    throw error
  }
}

/** Whether our lines stand in the hook. */
export function hasGitHook(world: World): boolean {
  const text = findHostText(hookPath(world))
  return text !== undefined && withoutHookBlock(text) !== text
}

/** Whether a hook is of the project itself: then it is for all who share it, and names nobody's home. */
export function isSharedHook(path: string, top: string): boolean {
  const way = relative(top, path)
  const names = way.split(/[\\/]/)
  return !isAbsolute(way) && names[0] !== '..' && !names.includes('.git')
}
