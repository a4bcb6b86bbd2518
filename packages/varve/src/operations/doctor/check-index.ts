import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Issue } from '@varve/core'
import { rebuildsByItself } from '../cache/read-index.ts'
import { isCacheFresh } from '../cache/refresh-cache.ts'
import type { OperationContext } from '../context.ts'

/** An index on disk that was made from an older memory, where nobody makes it anew unasked. */
export function checkIndex(context: OperationContext): readonly Issue[] {
  if (rebuildsByItself(context)) return []
  if (!existsSync(join(context.place.cacheDir, 'index.md')) || isCacheFresh(context)) return []
  return [
    {
      code: 'index_stale',
      severity: 'info',
      subjects: ['index.md'],
      message: 'the index was made from an earlier state of the memory',
      fix: ['varve doctor --fix'],
    },
  ]
}
