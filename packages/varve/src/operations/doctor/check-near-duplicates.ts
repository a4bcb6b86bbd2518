import type { Issue } from '@varve/core'
import { relationOf } from '@varve/core/near'
import { viewFor } from '../commit.ts'
import { nearPairsNow } from '../compare-texts.ts'
import type { OperationContext } from '../context.ts'

/** How alike two texts are where a person should look, unless another share is asked for. */
export const DUPLICATE_THRESHOLD = 0.85

/** Pairs of shown entries that the guard finds to say the same, or about so. */
export function checkNearDuplicates(context: OperationContext, threshold: number): readonly Issue[] {
  const reader = context.reading()
  const view = viewFor(context, reader)
  const isShown = (id: Parameters<typeof view.viewOf>[0]): boolean => view.viewOf(id)?.hidden === undefined
  return nearPairsNow(reader)
    .filter((pair) => pair.score >= threshold && relationOf(pair, reader) === 'near_duplicate')
    .filter(({ a, b }) => isShown(a) && isShown(b))
    .map(({ a, b, score }) => ({
      code: 'near_duplicate',
      severity: 'info',
      subjects: [a, b],
      message: `${a} and ${b} say about the same (${Math.round(score * 100)}% alike)`,
      fix: [`varve compact apply ${a} --note ${b} --kind duplicates`],
    }))
}
