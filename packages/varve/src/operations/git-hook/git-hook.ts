import { existsSync, statSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { VarveError } from '@varve/core'
import type { FileChange } from '../../agents/host-files/file-change.ts'
import { HostFileProblem, hostFileError } from '../../agents/host-files/host-file-error.ts'
import { findHostText, readHostFile } from '../../agents/host-files/read-host-file.ts'
import { launcherPath, launcherPiece, quoteForShell, SHARED_LAUNCHER } from '../../agents/launcher.ts'
import type { OperationContext } from '../context.ts'
import { withHookBlock, withoutHookBlock } from './hook-block.ts'

type World = Pick<OperationContext, 'git' | 'place' | 'machine'>

/** What puts our lines into git's hook after a merge, and the program that they start. */
export function planGitHook(world: World): readonly FileChange[] {
  const path = hookPath(world)
  const launcher = launcherPiece(world.machine)
  if (launcher === undefined) {
    throw new VarveError('not_found', 'this build of varve has no hooks to start', {
      fix: ['npm install -g varve'],
    })
  }
  // A hook in the project itself is for all who share it: it names nobody's home.
  const isShared = isInside(path, world.place.top) && !path.includes('/.git/')
  const words = isShared ? SHARED_LAUNCHER : quoteForShell(launcherPath(world.machine))
  const change = changeOf(path, (text, isExecutable) => withHookBlock({ text, isExecutable }, words))
  return existsSync(launcher.path)
    ? [change]
    : [
        {
          path: launcher.path,
          target: launcher.path,
          before: undefined,
          after: launcher.text,
          mode: launcher.mode,
          parts: ['hooks'],
        },
        change,
      ]
}

/** What takes them out again: the rest is as it was, to the byte. */
export function planGitHookRemoval(world: World): readonly FileChange[] {
  const change = changeOf(hookPath(world), (text) => (text === undefined ? text : withoutHookBlock(text)))
  return change.before === change.after ? [] : [change]
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

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return !way.startsWith('..') && !isAbsolute(way)
}
