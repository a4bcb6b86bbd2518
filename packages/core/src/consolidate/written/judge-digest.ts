import { anchorKey } from '../../guard/anchors/anchor.ts'
import { anchorsOf } from '../../guard/anchors/anchors-of.ts'
import { checkRewrite } from '../../guard/rewrite/check-rewrite.ts'
import type { CHECK_CODES } from '../../guard/rewrite/rewrite-result.ts'
import type { Member } from '../cluster/member.ts'
import { type DigestText, digestTextOf, isSmaller, tellsAll } from '../digest/write-digest.ts'

const SHORTEST = 20
const LONGEST = 2000
const MOST_TOLD = 3

/** What a person would have to look at in a fusion is enough to keep the rules' text: nobody looks at this one. */
const STRICT: ReadonlySet<(typeof CHECK_CODES)[keyof typeof CHECK_CODES]> = new Set([
  'G09',
  'G10',
  'G11',
  'G14',
])

/** A text that a model wrote, as it may stand in for a cluster; or, in a word, why it may not. */
export function judgeDigest(members: readonly Member[], written: string): DigestText | string {
  const length = [...written].length
  if (length === 0) return 'empty'
  if (length < SHORTEST) return 'too_short'
  if (length > LONGEST) return 'too_long'
  if (members.some(({ text }) => text.trim() === written)) return 'same_as_source'
  const had = new Set(members.flatMap(({ anchors }) => anchors))
  const has = new Set(anchorsOf(written).map(anchorKey))
  const lost = [...had].filter((key) => !has.has(key))
  if (lost.length > 0) return `G07 ${named(lost)}`
  const added = [...has].filter((key) => !had.has(key))
  if (added.length > 0) return `G08 ${named(added)}`
  const refusal = refusalOf(members, written)
  if (refusal !== undefined) return refusal
  const text = digestTextOf(members, written)
  if (!isSmaller(members, text)) return 'no_saving'
  return tellsAll(members, text) ? text : 'G07'
}

function refusalOf(members: readonly Member[], output: string): string | undefined {
  const sources = members.map(({ known: { entry }, text }) => ({ id: entry.id, text }))
  const { findings } = checkRewrite({ kind: 'consolidates', sources, output })
  const refused = findings.find(({ severity, code }) => severity === 'reject' || STRICT.has(code))
  return refused && [refused.code, ...(refused.anchor === undefined ? [] : [refused.anchor])].join(' ')
}

function named(keys: readonly string[]): string {
  const shown = keys.slice(0, MOST_TOLD).join(', ')
  return keys.length > MOST_TOLD ? `${shown} and ${keys.length - MOST_TOLD} more` : shown
}
