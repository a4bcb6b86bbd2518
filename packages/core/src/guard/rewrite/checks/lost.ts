import type { Anchor } from '../../anchors/anchor.ts'
import { findContrast } from '../../pair/contrast.ts'
import { isGrounded, productsOf } from '../grounding.ts'
import type { PreparedRewrite, PreparedSource } from '../prepared-rewrite.ts'
import { standsIn } from '../prepared-rewrite.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'
import type { Finding, FindingSeverity } from '../rewrite-result.ts'
import { showAnchor } from '../show-anchor.ts'
import { isNamedBy } from './dropped.ts'

const HAN = /\p{Script=Han}/u

/** Nothing is lost: each anchor and each product of every source is in the output (MG-29). */
export const checkLost: RewriteCheck = (rewrite) => {
  if (!standsIn(rewrite.kind)) return []
  const found = rewrite.sources.flatMap((source) => [
    ...lostAnchors(source, rewrite),
    ...lostProducts(source, rewrite),
  ])
  return unique([...found, ...lostContrasts(rewrite)])
}

function lostAnchors(source: PreparedSource, rewrite: PreparedRewrite): readonly Finding[] {
  return source.statement.scanned.anchors
    .filter((anchor) => !isGrounded(anchor, rewrite.output))
    .map((anchor) => {
      const dropped = rewrite.request.dropped?.find(
        (entry) => entry.source === source.id && isNamedBy(entry, anchor),
      )
      const shown = { ...showAnchor(anchor, rewrite.limits), source: source.id }
      return dropped === undefined
        ? finding('lost', severityOf(anchor, rewrite), shown)
        : finding('lost', 'review', { ...shown, detail: `dropped: ${dropped.reason}` })
    })
}

function severityOf({ type, start }: Anchor, { kind }: PreparedRewrite): FindingSeverity {
  const isFaint = type === 'kebab' || (type === 'name' && start === 0)
  return kind === 'digests' || isFaint ? 'review' : 'reject'
}

function lostProducts(source: PreparedSource, { output, kind }: PreparedRewrite): readonly Finding[] {
  const kept = productsOf(output)
  return [...productsOf(source.statement)]
    .filter(([product]) => !kept.has(product))
    .map(([, anchor]) =>
      finding('lost', kind === 'digests' ? 'review' : 'reject', {
        type: 'product',
        anchor,
        source: source.id,
      }),
    )
}

/** The words that tell two similar sources apart. */
function lostContrasts({ sources, output }: PreparedRewrite): readonly Finding[] {
  return sources.flatMap((a, index) =>
    sources.slice(index + 1).flatMap((b) => {
      const contrast = findContrast(a.statement, b.statement)
      if (contrast === undefined) return []
      const lost = (words: readonly string[], source: string) =>
        words
          .filter((word) => !output.wordSet.has(word) && !hasItsCharacters(word, output.scanned.text))
          .map((anchor) => finding('lost', 'review', { type: 'contrast', anchor, source }))
      return [...lost(contrast.onlyA, a.id), ...lost(contrast.onlyB, b.id)]
    }),
  )
}

/** A Chinese or Japanese word may stand in another ending. */
function hasItsCharacters(word: string, text: string): boolean {
  const characters = [...word].filter((character) => HAN.test(character))
  return characters.length > 0 && characters.every((character) => text.includes(character))
}

function unique(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>()
  return findings.filter((found) => {
    const key = JSON.stringify(found)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
