import { findDrift, type Issue } from '@varve/core'
import type { OperationContext } from '../context.ts'

/** The folded state that is kept, against a fold of the journal. */
export function checkState(context: OperationContext): readonly Issue[] {
  return findDrift(context.reading())
}
