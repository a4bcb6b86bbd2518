import { type PreparedRewrite, sourceClasses, standsIn } from '../prepared-rewrite.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'

const NEVER_LOST = ['ONLY', 'SOME', 'MOST']

/** Some does not become all. */
export const checkQuantifierChanged: RewriteCheck = (rewrite) => {
  const before = sourceClasses(rewrite, 'quantifier')
  return [...rewrite.output.classes.quantifier]
    .filter((name) => !before.has(name) && !isImplied(name, rewrite))
    .sort()
    .map((name) =>
      finding('quantifier-changed', 'reject', {
        detail: `${[...before].sort().join('+') || 'none'}→${name}`,
      }),
    )
}

/** Only, some and most do not go. */
export const checkQuantifierLost: RewriteCheck = (rewrite) => {
  if (!standsIn(rewrite.kind)) return []
  return [...sourceClasses(rewrite, 'quantifier')]
    .filter((name) => !rewrite.output.classes.quantifier.has(name))
    .sort()
    .map((name) =>
      finding('quantifier-lost', NEVER_LOST.includes(name) ? 'reject' : 'review', { detail: `${name}→` }),
    )
}

/** A denial may be said with `never`, a duty with `always`. */
function isImplied(name: string, rewrite: PreparedRewrite): boolean {
  if (name === 'NONE') return rewrite.sources.some(({ statement }) => statement.negation.isAny)
  return name === 'ALL' && sourceClasses(rewrite, 'modality').has('OBL')
}
