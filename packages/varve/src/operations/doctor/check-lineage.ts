import type { Issue } from '@varve/core'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'

/** What stage 1 found in the lineage: cycles, forks, dangling ends, contradictions. */
export function checkLineage(context: OperationContext): readonly Issue[] {
  return viewFor(context, context.reading()).issues()
}
