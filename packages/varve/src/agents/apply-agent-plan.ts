import type { FileChange } from './host-files/file-change.ts'
import { removeEmptyFolders, writeChanges } from './host-files/write-changes.ts'
import { type InstalledFile, keepBackup, writeInstalls } from './record/install-record.ts'

/** What both an install and an uninstall come to. */
export interface AgentPlan {
  readonly changes: readonly FileChange[]
  readonly installs: readonly InstalledFile[]
  readonly backups: readonly string[]
  readonly folders?: readonly string[]
}

/** Does what a plan says: the copies first, the record last, so that a crash in between loses no bytes. */
export function applyAgentPlan(
  { changes, installs, backups, folders = [] }: AgentPlan,
  varveHome: string,
): void {
  for (const text of new Set(backups)) keepBackup(varveHome, text)
  writeChanges(changes)
  removeEmptyFolders(folders)
  writeInstalls(varveHome, installs)
}
