import type { Store } from '@varve/core'
import { openSqliteStore } from '@varve/store-sqlite'
import type { ProjectPlace } from '../project/project-place.ts'

const LOCK_WAIT_MS = 100
/** A word that more entries have tells nothing worth the time of counting them. */
const MOST_COUNTED = 1000

/** The memory as a hook has it: only for reading, and never waited for. */
export function openForHook({ databasePath, projectId }: ProjectPlace): Store {
  return openSqliteStore(databasePath, {
    project: projectId,
    readOnly: true,
    busyTimeoutMs: LOCK_WAIT_MS,
    mostCounted: MOST_COUNTED,
  })
}
