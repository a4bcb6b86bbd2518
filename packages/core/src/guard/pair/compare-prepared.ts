import { anchorKey } from '../anchors/anchor.ts'
import { type Clash, renderClash } from './clash.ts'
import { areDistinct, measureWords } from './compare-outlines.ts'
import { type Comparison, layOut } from './comparison.ts'
import type { PairContext } from './context.ts'
import { listFlags } from './flags.ts'
import { IDENTITY_TYPES, listIdentityClashes } from './identity-clashes.ts'
import { isOfOneSubject } from './one-subject.ts'
import type { Outline } from './outline.ts'
import { GUARD_VERSION, type PairResult, type Verdict } from './pair-result.ts'
import { permissionsOf } from './permissions.ts'
import { isWrittenAnotherDay } from './relative-day.ts'
import { likenessOf } from './similarity.ts'
import { findSlotClash, isNearSlot } from './slot-clash.ts'
import type { Statement } from './statement.ts'
import { listValueClashes } from './value-clashes.ts'

const GATES = ['store', 'project', 'scope', 'kind'] as const
const MIN_OVERLAP = 0.5
const MIN_CJK_OVERLAP = 0.4
const MIN_SHARED = 2
/** Judges two prepared statements. */
export function comparePrepared(a: Statement, b: Statement, context: PairContext = {}): PairResult {
  const settled = settle(a, b, context, () => isWrittenAnotherDay(a, b, context))
  if (settled !== undefined) return settled
  const comparison = layOut(a, b)
  return judge(comparison, listIdentityClashes(comparison), context).result()
}

/**
 * The same judgement, where two texts are at least so alike and not distinct. Most pairs are turned
 * away by the first thing that speaks against them.
 */
export function compareNear(
  a: Outline,
  b: Outline,
  context: PairContext,
  leastLikeness: number,
): PairResult | undefined {
  const settled = settle(a, b, context, () => isWrittenAnotherDay(a.statement(), b.statement(), context))
  if (settled !== undefined) return settled.verdict === 'distinct' ? undefined : settled
  return judgeNear(a, b, context, leastLikeness)
}

function judgeNear(
  a: Outline,
  b: Outline,
  context: PairContext,
  leastLikeness: number,
): PairResult | undefined {
  const similarity = measureWords(a.words, b.words)
  if (likenessOf(similarity) < leastLikeness) return undefined
  if (areDistinct(a, b, similarity) && !isSameKey(context)) return undefined
  const comparison = layOut(a.statement(), b.statement(), similarity)
  const clashes = listIdentityClashes(comparison)
  const isSettled = clashes.length > 1 || (clashes.length === 1 && !isNearSlot(comparison))
  if (isSettled && !isSameKey(context)) return undefined
  const judgement = judge(comparison, clashes, context)
  return judgement.verdict === 'distinct' ? undefined : judgement.result()
}

/** What needs no comparison of words: another place, nothing said, equal keys, too much to read. */
function settle(
  a: Keyed,
  b: Keyed,
  context: PairContext,
  isAnotherDay: () => boolean,
): PairResult | undefined {
  const gate = GATES.find((field) => differ(context.a?.[field], context.b?.[field]))
  if (gate !== undefined) return resultOf('distinct', [`context:${gate}`])
  if (a.exactKey === '' || b.exactKey === '') return resultOf('distinct', ['empty'])
  const equal = findEqual(a, b)
  if (equal === undefined) return a.isLong || b.isLong ? resultOf('distinct', ['too-long']) : undefined
  if (!isAnotherDay()) return resultOf(equal, ['key:text'], [], IDENTICAL)
  return resultOf('related', ['relative-time'], ['relative-time'], IDENTICAL)
}

type Keyed = Pick<Statement, 'exactKey' | 'safeKey' | 'isLong'>

function findEqual(a: Keyed, b: Keyed): 'same' | 'duplicate-safe' | undefined {
  if (a.exactKey === b.exactKey) return 'same'
  return !a.isLong && !b.isLong && a.safeKey === b.safeKey ? 'duplicate-safe' : undefined
}

/** A verdict; what is printed of it is worked out where it is asked for. */
interface Judgement {
  readonly verdict: Verdict
  result(): PairResult
}

function judge(comparison: Comparison, identityClashes: readonly Clash[], context: PairContext): Judgement {
  const found = [...identityClashes, ...listValueClashes(comparison)]
  const slot = findSlotClash(comparison, found)
  const clashes = slot === undefined ? found : [slot]
  const { verdict, reason } = decide(comparison, clashes, context)
  return {
    verdict,
    result: () => {
      const reasons = clashes.map(renderClash)
      const flags = listFlags(comparison, clashes, isWrittenAnotherDay(comparison.a, comparison.b, context))
      return resultOf(verdict, reason === undefined ? reasons : [...reasons, reason], flags, comparison)
    },
  }
}

interface Decision {
  readonly verdict: Verdict
  readonly reason?: string
}

function decide(comparison: Comparison, clashes: readonly Clash[], { a, b }: PairContext): Decision {
  if (a?.key !== undefined && a.key === b?.key) return { verdict: 'contradicts', reason: 'key' }
  if (differ(a?.key, b?.key)) return { verdict: 'distinct', reason: 'key' }
  if (clashes.some(({ kind }) => kind === 'identity')) return { verdict: 'distinct' }
  if (clashes.length > 0) {
    return {
      verdict: clashes.some((clash) => isOfOneSubject(clash, comparison, clashes))
        ? 'contradicts'
        : 'distinct',
    }
  }
  return decideByLikeness(comparison)
}

function decideByLikeness({ a, b, similarity }: Comparison): Decision {
  const { overlap, shared } = similarity
  const isAlike = overlap >= MIN_OVERLAP && shared >= MIN_SHARED
  if (a.language !== b.language && a.language !== 'und' && b.language !== 'und') {
    return isAlike ? { verdict: 'related' } : { verdict: 'distinct', reason: 'cross-language' }
  }
  const isCjk = [a.language, b.language].some((language) => language === 'zh' || language === 'ja')
  const isAlikeInCjk = isCjk && overlap >= MIN_CJK_OVERLAP && shared >= MIN_SHARED
  if (isAlike || isAlikeInCjk || (shared > 0 && shareIdentity(a, b))) return { verdict: 'related' }
  return { verdict: 'distinct', reason: 'low-overlap' }
}

function shareIdentity(a: Statement, b: Statement): boolean {
  return a.anchors.some(
    (anchor) => IDENTITY_TYPES.includes(anchor.type) && b.anchorKeys.has(anchorKey(anchor)),
  )
}

function isSameKey({ a, b }: PairContext): boolean {
  return a?.key !== undefined && a.key === b?.key
}

function differ(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b
}

type Measured = Pick<Comparison, 'onlyA' | 'onlyB' | 'similarity'>

const IDENTICAL: Measured = { onlyA: [], onlyB: [], similarity: { shared: 0, overlap: 1, jaccard: 1 } }
const UNMEASURED: Measured = { onlyA: [], onlyB: [], similarity: { shared: 0, overlap: 0, jaccard: 0 } }

function resultOf(
  verdict: Verdict,
  reasons: readonly string[],
  flags: readonly string[] = [],
  { onlyA, onlyB, similarity }: Measured = UNMEASURED,
): PairResult {
  return {
    guard_v: GUARD_VERSION,
    verdict,
    reasons,
    flags,
    only_a: onlyA,
    only_b: onlyB,
    overlap: similarity.overlap,
    jaccard: similarity.jaccard,
    allow: permissionsOf(verdict, reasons, flags),
  }
}
