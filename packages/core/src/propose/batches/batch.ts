import type { MergeSource } from '../merge-source.ts'

export const MERGE_KINDS = ['dedup', 'fuse'] as const
export type MergeKind = (typeof MERGE_KINDS)[number]

/** Entries that one call is about. */
export interface Batch {
  readonly kind: MergeKind
  readonly category: string
  readonly candidates: readonly MergeSource[]
}

/** The pairs of a list, each once. */
export function pairsOf<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((a, at) => items.slice(at + 1).map((b) => [a, b] as const))
}
