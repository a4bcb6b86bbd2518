import type { JsonObject } from '@varve/core'
import { objectsMember, textMember } from '../json-members.ts'

/** What the lists beside the memories of a backup say of their ids. */
export interface BackupNames {
  /** A backup is of one user, and its user ids are those of its own tables. */
  readonly isBackup: boolean
  readonly categories: ReadonlyMap<string, string>
  readonly apps: ReadonlyMap<string, string>
  /** By memory, how its state changed. */
  readonly history: ReadonlyMap<string, readonly JsonObject[]>
}

export const NO_NAMES: BackupNames = {
  isBackup: false,
  categories: new Map(),
  apps: new Map(),
  history: new Map(),
}

export function backupNames(backup: JsonObject): BackupNames {
  const history = new Map<string, JsonObject[]>()
  for (const change of objectsMember(backup, 'status_history')) {
    const memory = textMember(change, 'memory_id') ?? ''
    const changes = history.get(memory)
    if (changes === undefined) history.set(memory, [change])
    else changes.push(change)
  }
  return {
    isBackup: true,
    categories: namesById(backup, 'categories'),
    apps: namesById(backup, 'apps'),
    history,
  }
}

function namesById(backup: JsonObject, list: string): ReadonlyMap<string, string> {
  return new Map(
    objectsMember(backup, list).flatMap((row) => {
      const [id, name] = [textMember(row, 'id'), textMember(row, 'name')]
      return id === undefined || name === undefined ? [] : [[id, name] as const]
    }),
  )
}
