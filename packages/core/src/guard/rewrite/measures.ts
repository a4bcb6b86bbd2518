import { anchorKey } from '../anchors/anchor.ts'
import { isGrounded } from './grounding.ts'
import type { PreparedRewrite } from './prepared-rewrite.ts'

/** Words of the output that no source has, and their share. */
export function measureNovelty({ output, sourceWords }: PreparedRewrite): {
  readonly added: number
  readonly share: number
} {
  const added = [...output.wordSet].filter((word) => !sourceWords.has(word)).length
  return { added, share: output.wordSet.size === 0 ? 0 : added / output.wordSet.size }
}

/** Share of the sources' words that the output has; 1 where they have none. */
export function measureCoverage({ output, sourceWords }: PreparedRewrite): number {
  if (sourceWords.size === 0) return 1
  return [...sourceWords].filter((word) => output.wordSet.has(word)).length / sourceWords.size
}

/** How many of the sources' anchors the output has, each anchor once. */
export function countAnchors({ sources, output }: PreparedRewrite): {
  readonly total: number
  readonly kept: number
} {
  const anchors = new Map(
    sources.flatMap(({ statement }) =>
      statement.anchors.map((anchor) => [anchorKey(anchor), anchor] as const),
    ),
  )
  const kept = [...anchors.values()].filter((anchor) => isGrounded(anchor, output)).length
  return { total: anchors.size, kept }
}
