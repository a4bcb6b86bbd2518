import type { StoredOperation } from '@varve/core'
import { textSum } from './text-sum.ts'

/** What a JSON column holds, or undefined where it is damaged. `T` is what this store wrote there. */
export function parseStored<T extends object>(text: string | null | undefined): T | undefined {
  if (text === null || text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}

/** A text of the journal with its sum. */
export interface SummedText {
  readonly text: string
  readonly sum: number
}

/** As `parseStored`, of a text that is as it was written; a changed one is damaged too. */
export function parseSummed<T extends object>({ text, sum }: SummedText): T | undefined {
  return textSum(text) === sum ? parseStored<T>(text) : undefined
}

/** An operation of the journal, or undefined where its row is damaged. */
export function parseOperation(row: SummedText): StoredOperation | undefined {
  const operation = parseSummed<StoredOperation>(row)
  return typeof operation?.op === 'string' ? operation : undefined
}

/** Rows whose JSON can be read, in their order. */
export function parseBodies<T extends object>(rows: readonly { readonly body: string }[]): T[] {
  const values: T[] = []
  for (const row of rows) {
    const value = parseStored<T>(row.body)
    if (value !== undefined) values.push(value)
  }
  return values
}
