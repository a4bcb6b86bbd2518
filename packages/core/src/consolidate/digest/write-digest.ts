import { est1 } from '../../counters/est1.ts'
import { formatDate } from '../../domain/instant.ts'
import { by, byNumber, byText, inOrder } from '../../domain/order.ts'
import { anchorKey } from '../../guard/anchors/anchor.ts'
import { anchorsOf } from '../../guard/anchors/anchors-of.ts'
import { checkRewrite } from '../../guard/rewrite/check-rewrite.ts'
import type { Finding } from '../../guard/rewrite/rewrite-result.ts'
import type { Member } from '../cluster/member.ts'
import { type KeptText, keepClauses } from './keep-clauses.ts'

/** A digest has to be so much smaller than what it stands for. */
const MOST_SHARE = 0.9

/** The text that stands in for a cluster. */
export interface DigestText {
  readonly title: string
  readonly content: string
  /** By `est1`. */
  readonly tokens: number
}

/** Why a cluster stays as it is: nothing would be saved, or the guard found something. */
export type Refusal = 'no_saving' | 'G07' | 'G08' | 'G09'

/** Writes a digest of whole clauses, with every anchor and every denial of its members; these come oldest first. */
export function writeDigest(members: readonly Member[]): DigestText | Refusal {
  const all = keepClauses(members)
  const refusal = refusalOf(members, all)
  if (refusal !== undefined) return refusal
  for (const kept of withoutSpare(all)) {
    const text = render(members, kept)
    if (isSmaller(members, text)) return tellsAll(members, text) ? text : 'G07'
  }
  return 'no_saving'
}

/** All that was kept; then without one after another of what has nothing specific, the least important first. */
function* withoutSpare(all: readonly KeptText[]): Iterable<readonly KeptText[]> {
  let kept = all.filter(({ clauses }) => clauses.length > 0)
  yield kept
  const spare = kept.filter(({ isSpare }) => isSpare).sort(leastImportantFirst)
  for (const each of spare) {
    kept = kept.filter((other) => other !== each)
    yield kept
  }
}

const leastImportantFirst = inOrder<KeptText>(
  by(({ member }) => member.known.importance, byNumber),
  by(({ member }) => member.known.entry.id, byText),
)

function render(members: readonly Member[], kept: readonly KeptText[]): DigestText {
  const more = members.length - kept.length
  const content = [
    ...kept.map(({ member, clauses }) => `- ${formatDate(member.known.at)}: ${clauses.join(' ')}`),
    ...(more > 0 ? [`(${more} more without new specifics)`] : []),
  ].join('\n')
  return digestTextOf(members, content)
}

/** A content under the title that says what it stands for. */
export function digestTextOf(members: readonly Member[], content: string): DigestText {
  const [first] = members
  const { subject, layer } = first?.known ?? { subject: { name: '' }, layer: 'context' }
  const dates = members.map(({ known }) => known.at)
  const from = formatDate(Math.min(...dates))
  const to = formatDate(Math.max(...dates))
  const title = `${subject.name}: ${members.length} ${layer} notes, ${from} to ${to}`
  return { title, content, tokens: est1.count(`${title}\n${content}`) }
}

export function isSmaller(members: readonly Member[], { tokens }: DigestText): boolean {
  return tokens <= MOST_SHARE * members.reduce((sum, member) => sum + member.tokens, 0)
}

/** Whether each anchor is one in the text as it stands too: what stands before a word may make it another. */
export function tellsAll(members: readonly Member[], { title, content }: DigestText): boolean {
  const has = new Set(anchorsOf(`${title}\n\n${content}`).map(anchorKey))
  return members.every(({ anchors }) => anchors.every((key) => has.has(key)))
}

/** What the guard says of what was kept; header and dates are no part of it. */
function refusalOf(members: readonly Member[], kept: readonly KeptText[]): Refusal | undefined {
  const body = kept.map(({ clauses }) => clauses.join(' ')).join('\n')
  const had = new Set(members.flatMap(({ anchors }) => anchors))
  const has = new Set(anchorsOf(body).map(anchorKey))
  if (![...had].every((key) => has.has(key))) return 'G07'
  if (![...has].every((key) => had.has(key))) return 'G08'
  const sources = members.map(({ known: { entry }, text }) => ({ id: entry.id, text }))
  const { findings } = checkRewrite({ kind: 'consolidates', sources, output: body })
  return refusalIn(findings)
}

/** Why the guard lets a text not stand for others: something lost, added or denied otherwise. */
export function refusalIn(findings: readonly Finding[]): Exclude<Refusal, 'no_saving'> | undefined {
  const codes = new Set(findings.filter(({ severity }) => severity === 'reject').map(({ code }) => code))
  return (['G07', 'G08', 'G09'] as const).find((code) => codes.has(code))
}
