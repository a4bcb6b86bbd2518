import { renderDocument } from '../allocation/document.ts'
import type { IndexPlan } from './plan-index.ts'

/** The bytes of `index.md` (`ix1`); '' where the budget holds nothing. */
export function renderIndex(plan: Pick<IndexPlan, 'document'>): string {
  return renderDocument(plan.document)
}
