import type { StoreReader } from '@varve/core'
import { openSqliteReader } from '@varve/store-sqlite'
import type { ProjectPlace } from '../project/project-place.ts'

const LOCK_WAIT_MS = 100
/** A word that so many entries have tells nothing worth the time of counting the rest: one more than are weighed. */
const MOST_COUNTED = 1001

/** The memory as a hook has it: only for reading, and never waited for. */
export function openForHook({ databasePath, projectId }: ProjectPlace): StoreReader {
  return openSqliteReader(databasePath, {
    project: projectId,
    busyTimeoutMs: LOCK_WAIT_MS,
    mostCounted: MOST_COUNTED,
  })
}
