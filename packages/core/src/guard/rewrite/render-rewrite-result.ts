import type { Finding, RewriteResult } from './rewrite-result.ts'

/** A judgement in one line: `reject: 2 findings — lost num "30 s" (from e_12); …`. */
export function renderRewriteResult({ verdict, findings }: RewriteResult): string {
  if (findings.length === 0) return verdict
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  return `${verdict}: ${count} — ${findings.map(renderFinding).join('; ')}`
}

function renderFinding({ check, type, anchor, source, detail }: Finding): string {
  const parts = [
    check,
    ...(type === undefined ? [] : [type]),
    ...(anchor === undefined ? [] : [`"${anchor}"`]),
    ...(detail === undefined ? [] : [detail]),
    ...(source === undefined ? [] : [`(from ${source})`]),
  ]
  return parts.join(' ')
}
