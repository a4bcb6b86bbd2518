import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { by, byText, type Issue } from '@varve/core'

export interface WalkedFiles {
  /** Relative paths of the wanted files, in text order. */
  readonly files: readonly string[]
  /** Symbolic links to places inside the folder. */
  readonly links: readonly { readonly path: string; readonly target: string }[]
}

const IGNORED: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  '.varve',
  '.venv',
  '__pycache__',
])

/**
 * Lists the files under a folder that are wanted. Symbolic links are not followed: what one inside
 * the folder leads to is found where it lies, once, and one that leads out is an issue.
 */
export async function walkFiles(
  root: string,
  isWanted: (path: string) => boolean,
  maxFiles: number,
  issues: Issue[],
): Promise<WalkedFiles> {
  const files: string[] = []
  const links: { readonly path: string; readonly target: string }[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const item of await listFolder(root, folder, issues)) {
      if (IGNORED.has(item.name)) continue
      const path = folder === '' ? item.name : `${folder}/${item.name}`
      if (item.isDirectory()) folders.push(path)
      else if (item.isFile() && isWanted(path)) files.push(path)
      else if (item.isSymbolicLink()) links.push(...(await resolveLink(root, path, issues)))
    }
    if (files.length <= maxFiles) continue
    issues.push(skipped('too_many_files', root, `only ${maxFiles} files were read`))
    break
  }
  return { files: files.sort(byText).slice(0, maxFiles), links }
}

async function listFolder(root: string, folder: string, issues: Issue[]): Promise<readonly Dirent[]> {
  try {
    const items = await readdir(join(root, folder), { withFileTypes: true })
    return items.sort(by((item) => item.name, byText))
  } catch (error) {
    issues.push(skipped('unreadable', folder, error instanceof Error ? error.message : String(error)))
    return []
  }
}

async function resolveLink(root: string, path: string, issues: Issue[]): Promise<WalkedFiles['links']> {
  // A link that leads in a circle, or to nothing, has no real path.
  const target = await realpath(join(root, path)).catch(() => undefined)
  if (target !== undefined && (target === root || target.startsWith(root + sep))) {
    return [{ path, target: relative(root, target).split(sep).join('/') }]
  }
  issues.push(
    target === undefined
      ? skipped('broken_symlink', path, 'the link leads to nothing')
      : skipped('link_outside', path, 'the link leads out of the folder and was not followed'),
  )
  return []
}

function skipped(code: string, path: string, message: string): Issue {
  return { code, severity: 'info', subjects: [path], message: `${path}: ${message}`, fix: [] }
}
