import type { Anchor } from '../anchors/anchor.ts'

/** Version of the rules. It rises with every change that can change a verdict. */
export const GUARD_VERSION = 5

/**
 * `same`: word for word. `duplicate-safe`: the same but for harmless edits. `related`: about the
 * same, nothing speaks against it. `contradicts`: the same subject, another claim. `distinct`:
 * another subject.
 */
export type Verdict = 'same' | 'duplicate-safe' | 'related' | 'contradicts' | 'distinct'

/** What a verdict permits: to merge at once, to propose it, to ask a person. */
export interface Permissions {
  readonly auto: boolean
  readonly propose: boolean
  readonly review: boolean
}

/** The judgement of two texts, as it is printed. */
export interface PairResult {
  readonly guard_v: typeof GUARD_VERSION
  readonly verdict: Verdict
  readonly reasons: readonly string[]
  /** They change no verdict, and hold a related pair for a person. */
  readonly flags: readonly string[]
  readonly only_a: readonly Anchor[]
  readonly only_b: readonly Anchor[]
  /** Shared content items over those of the smaller side. */
  readonly overlap: number
  /** Shared content items over those of both. */
  readonly jaccard: number
  readonly allow: Permissions
}
