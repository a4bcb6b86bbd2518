import { sourceClasses, standsIn } from '../prepared-rewrite.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'

/** At least stays at least. */
export const checkComparatorChanged: RewriteCheck = (rewrite) => {
  const before = sourceClasses(rewrite, 'comparator')
  const after = rewrite.output.classes.comparator
  const gained = [...after].filter((name) => !before.has(name)).sort()
  const lost = standsIn(rewrite.kind) ? [...before].filter((name) => !after.has(name)).sort() : []
  if (gained.length === 0 && lost.length === 0) return []
  return [finding('comparator-changed', 'reject', { detail: `${lost.join(' ')}→${gained.join(' ')}` })]
}
