import { dependenciesIn, parsePackageJson } from '../manifests/package-json.ts'
import type { StaleRuleCheck } from './stale-rule.ts'

const CODE_SPAN = /`([^`\n]+)`/g
const MANIFEST = 'package.json'

/** ST5: a package that it names was a dependency when the entry was written, and is none now. */
export const goneDependencies: StaleRuleCheck = ({ references, lines, files }) => {
  const commit = references.find((reference) => reference.commit !== undefined)?.commit
  if (commit === undefined) return []
  const then = parsePackageJson(files.textAt(MANIFEST, commit) ?? '')
  const now = parsePackageJson(files.textOf(MANIFEST) ?? '')
  if (then === undefined || now === undefined) return []
  const kept = new Set(dependenciesIn(now))
  const gone = new Set(dependenciesIn(then).filter((name) => !kept.has(name)))
  const named = new Set(lines.flatMap((line) => [...line.matchAll(CODE_SPAN)].map(([, span = '']) => span)))
  return [...named]
    .filter((name) => gone.has(name))
    .map((name) => ({ rule: 'ST5', reason: `dependency gone: ${name}`, file: MANIFEST }))
}
