/** What may hold entries together. */
export const EVIDENCE_KINDS = ['links', 'tags', 'refs', 'text'] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

export interface SuggestRules {
  readonly evidence: readonly EvidenceKind[]
  readonly includeMaps: boolean
  readonly minSize: number
  readonly maxSize: number
  /** Of the texts of one candidate: what its writer reads at once. */
  readonly maxTokens: number
  readonly minCohesion: number
  /** Tokens. */
  readonly minSaving: number
  /** 0 visits nodes by id; another number shuffles them. */
  readonly seed: number
}

export const SUGGEST_DEFAULTS: SuggestRules = {
  evidence: EVIDENCE_KINDS,
  includeMaps: false,
  minSize: 3,
  maxSize: 20,
  maxTokens: 6000,
  minCohesion: 0.3,
  minSaving: 50,
  seed: 0,
}
