/**
 * What the guard said of an edge of lineage: figures and names of its own, and never a word of the texts,
 * so that nothing of a text is left here once it is purged.
 */
export type Judgement = PairJudgement | RewriteJudgement

/** Of two texts, one of which is kept. */
export interface PairJudgement {
  readonly guard_v: number
  readonly verdict: string
  readonly reasons: readonly string[]
  readonly flags: readonly string[]
}

/** Of a text that was written from others. Findings and omissions are those of the edge's own sources. */
export interface RewriteJudgement {
  readonly guard_v: number
  readonly verdict: string
  readonly anchors: { readonly total: number; readonly kept: number }
  readonly coverage: number
  readonly novelty: number
  readonly findings: readonly JudgedFinding[]
  readonly dropped: readonly DroppedAnchor[]
}

export interface JudgedFinding {
  readonly check: string
  readonly severity: string
  readonly type?: string
  /** What it is about, as `nameAnchor` names it after the text that has it. */
  readonly anchor?: string
  readonly source?: string
}

/** An anchor of a source that the text left out, and why it could. */
export interface DroppedAnchor {
  readonly type: string
  readonly anchor: string
  readonly source: string
  readonly reason: string
}

export function isRewriteJudgement(judgement: Judgement): judgement is RewriteJudgement {
  return 'dropped' in judgement
}
