import { type PreparedRewrite, sourceClasses, standsIn } from '../prepared-rewrite.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'
import type { FindingSeverity } from '../rewrite-result.ts'

/** Nothing becomes a duty, a ban or a permission that was none. */
export const checkModalityStrengthened: RewriteCheck = (rewrite) => {
  const before = sourceClasses(rewrite, 'modality')
  return [...rewrite.output.classes.modality]
    .filter((name) => name !== 'REC' && !before.has(name))
    .sort()
    .map((name) =>
      finding('modality-strengthened', severityOf(name, before, rewrite), {
        detail: `${listed(before)}→${name}`,
      }),
    )
}

/** A duty, a ban or a permission is not quietly dropped. */
export const checkModalityLost: RewriteCheck = (rewrite) => {
  if (!standsIn(rewrite.kind)) return []
  const after = rewrite.output.classes.modality
  return [...sourceClasses(rewrite, 'modality')]
    .filter((name) => !after.has(name))
    .sort()
    .map((name) => finding('modality-lost', 'review', { detail: `${name}→${listed(after)}` }))
}

function severityOf(
  name: string,
  before: ReadonlySet<string>,
  { sources }: PreparedRewrite,
): FindingSeverity {
  if (name === 'OBL' && before.size === 0) return 'review'
  const isDenied = sources.some(({ statement }) => statement.negation.isAny)
  return name === 'FORB' && isDenied ? 'review' : 'reject'
}

function listed(classes: ReadonlySet<string>): string {
  return [...classes].sort().join('+') || 'none'
}
