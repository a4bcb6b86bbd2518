import { textKey } from '../guard/normalise/text-key.ts'
import type { KeyedFinding } from './gather-findings.ts'

/** The findings of one session. */
export interface SessionFindings {
  readonly root: string
  readonly findings: readonly KeyedFinding[]
}

const SHARE = 0.6

/**
 * The keys of what showed in enough sessions, those of a family counted once: and of what must come with
 * something else, where it mostly does. `seen` says in how many sessions something was seen before.
 */
export function keysWorthKeeping(
  sessions: readonly SessionFindings[],
  isKnown: (key: string) => boolean,
): ReadonlySet<string> {
  const roots = new Map<string, Set<string>>()
  for (const { root, findings } of sessions) {
    for (const { key } of findings) {
      const known = roots.get(key)
      if (known === undefined) roots.set(key, new Set([root]))
      else known.add(root)
    }
  }
  const countOf = (key: string | undefined) => roots.get(key ?? '')?.size ?? 0
  const kept = new Set<string>()
  const isKept = (content: string) => kept.has(textKey(content) ?? '') || isKnown(textKey(content) ?? '')
  for (const { findings } of sessions) {
    for (const { key, least, among = [] } of findings) {
      const count = countOf(key)
      const isFrequent = count >= least || (Number.isFinite(least) && isKnown(key))
      const isJoint = among.every((content) => count >= SHARE * countOf(textKey(content)))
      if (isFrequent && isJoint) kept.add(key)
    }
  }
  const idle = sessions.flatMap(({ findings }) => findings.filter(({ unless = [] }) => unless.some(isKept)))
  for (const { key } of idle) kept.delete(key)
  return kept
}
