import type { SizeMeasure } from '@varve/core/digest'
import { budgetFields } from '../budget-input.ts'
import type { OperationContext } from '../context.ts'
import { choice } from '../field.ts'
import { tokenCounter } from '../token-counter.ts'

/** How a command on digests measures texts. */
export const MEASURE_FIELDS = {
  sizeBasis: choice('What is measured (default summary)', ['summary', 'body']),
  sizeUnit: choice('Measured in (default tokens)', ['tokens', 'chars']),
  counter: budgetFields.counter,
}

export interface MeasureInput {
  readonly sizeBasis?: SizeMeasure['basis'] | undefined
  readonly sizeUnit?: 'tokens' | 'chars' | undefined
  readonly counter?: string | undefined
}

export function measureFor(
  { config }: Pick<OperationContext, 'config'>,
  { sizeBasis = 'summary', sizeUnit = 'tokens', counter = config.memory.counter }: MeasureInput = {},
): SizeMeasure {
  return { basis: sizeBasis, counter: sizeUnit === 'chars' ? undefined : tokenCounter(counter) }
}

/** `43.9` as people read it: always one decimal. */
export function percentText(percent: number): string {
  return `${percent.toFixed(1)}%`
}

/** What sizes are counted by: the counter, but for characters. */
export function counterName({ counter }: SizeMeasure): string {
  return counter?.name ?? 'chars'
}
