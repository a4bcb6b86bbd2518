import type { EntryId } from '@varve/core'
import type { OperationContext } from './context.ts'

/** Ids that begin as somebody began to type one, hidden entries among them. */
export function listEntryIds(context: OperationContext, typed: string, limit: number): readonly EntryId[] {
  return context.reading().entryIdsByPrefix(typed.toLowerCase(), limit)
}
