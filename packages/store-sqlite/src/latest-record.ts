import type { JournalRecord } from '@varve/core'

/**
 * The record that the open transaction appended last, with its number. An import puts its entries
 * right after the one record that adds them, and so need not read each operation back.
 */
export interface LatestRecord {
  current?: { readonly record: JournalRecord; readonly n: number }
}
