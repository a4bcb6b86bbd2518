import { createFileOnce } from '../files/create-file-once.ts'
import { ensureIgnoredDirectory } from '../files/ensure-directory.ts'

/** The paths of a worktree that a project's first write makes. */
export interface WorktreePaths {
  /** `.varve/config.json` */
  readonly configPath: string
  /** `.varve/cache` */
  readonly cacheDir: string
}

/**
 * Makes `.varve/config.json` with the project's id, and the ignored cache directory. A file that is
 * there keeps its bytes, so doing it twice leaves the same tree.
 */
export function writeProjectConfig(paths: WorktreePaths, projectId: string): void {
  createFileOnce(paths.configPath, `${JSON.stringify({ project: { id: projectId } }, undefined, 2)}\n`)
  ensureIgnoredDirectory(paths.cacheDir)
}
