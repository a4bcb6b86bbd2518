import type { Store } from '@varve/core'
import { openSqliteStore } from '@varve/store-sqlite'
import type { ProjectPlace } from '../project/project-place.ts'

const LOCK_WAIT_MS = 100

/** The memory as a hook has it: only for reading, and never waited for. */
export function openForHook({ databasePath, projectId }: ProjectPlace): Store {
  return openSqliteStore(databasePath, { project: projectId, readOnly: true, busyTimeoutMs: LOCK_WAIT_MS })
}
