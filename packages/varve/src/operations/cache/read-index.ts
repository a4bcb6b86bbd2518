import { join } from 'node:path'
import type { Issue } from '@varve/core'
import { readTextFile } from '../../files/read-text-file.ts'
import type { OperationContext } from '../context.ts'
import { isCacheFresh, refreshCache } from './refresh-cache.ts'

export interface IndexText {
  readonly text: string
  readonly issues: readonly Issue[]
}

/**
 * The index for those who serve it. A stale one is rebuilt first, unless `memory.autoCompact` or `memory.enabled` is off:
 * then it is served as it is, with the issue `index_stale`. A fresh one is never written.
 */
export function readIndex(context: OperationContext): IndexText {
  const file = join(context.place.cacheDir, 'index.md')
  if (isCacheFresh(context)) return { text: readTextFile(file) ?? '', issues: [] }
  if (!rebuildsByItself(context)) return { text: readTextFile(file) ?? '', issues: [indexStale()] }
  const { index, indexText } = refreshCache(context)
  return { text: indexText, issues: index.issues }
}

/** Whether what is out of date is made anew when it is read. */
export function rebuildsByItself({ config: { memory } }: Pick<OperationContext, 'config'>): boolean {
  return memory.enabled && memory.autoCompact
}

function indexStale(): Issue {
  return {
    code: 'index_stale',
    severity: 'info',
    subjects: ['index.md'],
    message: 'the index was made from an earlier state of the memory, and nothing is rebuilt by itself',
    fix: ['varve compact'],
  }
}
