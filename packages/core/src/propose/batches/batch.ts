import { sortedUnique } from '../../domain/order.ts'
import { sha256 } from '../../domain/sha256.ts'
import type { MergeSource } from '../merge-source.ts'

export const MERGE_KINDS = ['dedup', 'fuse'] as const
export type MergeKind = (typeof MERGE_KINDS)[number]

/** Entries that one call is about. */
export interface Batch {
  readonly kind: MergeKind
  readonly category: string
  readonly candidates: readonly MergeSource[]
}

const NAME_LENGTH = 16

/** Names a set of statements: what is decided of it is remembered by this. */
export function nameOf(prompt: string, keys: readonly string[]): string {
  return sha256(`${prompt}\n${sortedUnique(keys).join('\n')}`).slice(0, NAME_LENGTH)
}

/** The pairs of a list, each once. */
export function pairsOf<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((a, at) => items.slice(at + 1).map((b) => [a, b] as const))
}
