import type { Permissions, Verdict } from './pair-result.ts'

/** Reasons by which a pair is merely too unlike: a person may still see more in it. */
const WEAK_REASONS: readonly string[] = ['low-overlap', 'cross-language']

/** What a verdict permits. Nothing turns a veto into a merge. */
export function permissionsOf(
  verdict: Verdict,
  reasons: readonly string[],
  flags: readonly string[],
): Permissions {
  switch (verdict) {
    case 'same':
    case 'duplicate-safe':
      return { auto: true, propose: true, review: true }
    case 'related':
      return { auto: false, propose: flags.length === 0, review: true }
    case 'contradicts':
      return { auto: false, propose: false, review: false }
    case 'distinct': {
      const isWeak = reasons.every((reason) => WEAK_REASONS.includes(reason))
      return { auto: false, propose: false, review: isWeak }
    }
    default:
      return verdict satisfies never
  }
}
