import { by, byNumber, byText, inOrder, reversed } from '../domain/order.ts'
import { textKey } from '../guard/normalise/text-key.ts'
import type { Finding } from './extractors/extractor.ts'
import { EXTRACTORS } from './extractors/extractors.ts'
import type { LearnSession } from './session/learn-session.ts'

/** A finding by the key of what it says, in one session. */
export interface KeyedFinding extends Finding {
  readonly key: string
}

/** What is taken of a session, the worthiest first. */
export interface Limited {
  readonly findings: readonly KeyedFinding[]
  /** Left out, because there were too many. */
  readonly overLimit: readonly KeyedFinding[]
}

const MOST_EVIDENCE = 5

const worthiest = inOrder<KeyedFinding>(
  reversed(by((finding) => finding.impact + finding.specificity, byNumber)),
  by((finding) => finding.ordinal, byNumber),
  by((finding) => finding.key, byText),
)

/** What a session teaches, each thing once, the worthiest first. */
export function gatherFindings(session: LearnSession): readonly KeyedFinding[] {
  const byKey = new Map<string, KeyedFinding>()
  for (const { extract } of EXTRACTORS) {
    for (const finding of extract(session)) {
      const key = textKey(finding.content)
      if (key === undefined) continue
      const known = byKey.get(key)
      if (known === undefined) byKey.set(key, { ...finding, key })
      else if (known.extractor === finding.extractor) {
        byKey.set(key, {
          ...known,
          evidence: [...known.evidence, ...finding.evidence].slice(0, MOST_EVIDENCE),
        })
      }
    }
  }
  return [...byKey.values()].sort(worthiest)
}

/** The worthiest of what a session teaches, of findings that are worth keeping. */
export function limitFindings(findings: readonly KeyedFinding[], most: number): Limited {
  return { findings: findings.slice(0, most), overLimit: findings.slice(most) }
}
