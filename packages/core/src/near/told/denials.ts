import { speaksOf } from '../../guard/pair/polarity-clash.ts'
import type { ContentItem } from '../../guard/relations/items/content-item.ts'
import type { Claim } from './claim.ts'

/** More than this share of what a denial bears on is what the other text speaks of, or it is not denied. */
const LEAST_SAID = 0.5
/** What follows one of these says when a denial doesn't hold. */
const CONDITION = /\b(?:unless|except|außer|es sei denn|salvo|excepto|a menos que)\b/i
/** A text that asks whether something is so says nothing of it. */
const ASKED = /\bwhether\b|是否|かどうか/i

/** Whether the first denies what the second says: its very verb, and most of what that bears on. */
export function deniesWhatIsSaid(one: Claim, other: Claim): boolean {
  const members = membersOf(one)
  if (members.length === 0) return true
  return members.some((member) => isSaidOf(member, other))
}

/** Whether one of the two denies this of the other, and neither on a condition that is met nor as a question. */
export function areOpposed(one: Claim, other: Claim, item: string | undefined): boolean {
  if ([one, other].some(({ statement }) => ASKED.test(statement.text))) return false
  if (isExcepted(one, other) || isExcepted(other, one)) return false
  if (item === undefined) return true
  const [heads, otherHeads] = [one, other].map(({ parts }) => parts.negation.heads)
  if (heads?.has(item) && otherHeads?.has(item)) return false
  return bearsOn(one, other, item) || bearsOn(other, one, item)
}

function bearsOn(one: Claim, other: Claim, item: string): boolean {
  return membersOf(one).some((member) => member.some(({ text }) => text === item) && isSaidOf(member, other))
}

/** What each negator bears on; a list that it opens is parted into its members. */
function membersOf({ parts }: Claim): readonly (readonly ContentItem[])[] {
  return parts.negation.scopes.flatMap(({ items, heads }) => {
    const starts = items.flatMap((item, index) => (index > 0 && heads.includes(item) ? [index] : []))
    const edges = [0, ...starts, items.length]
    return edges.slice(1).map((end, index) => items.slice(edges[index], end))
  })
}

/** The verb that is denied, which comes first, and more than half of it all. In pairs of characters nobody can tell. */
function isSaidOf(member: readonly ContentItem[], other: Claim): boolean {
  if (isInCjk(other)) return true
  const [head] = member
  if (head === undefined || !isSaid(head, other)) return false
  return member.filter((item) => isSaid(item, other)).length > member.length * LEAST_SAID
}

function isSaid({ text }: ContentItem, { statement }: Claim): boolean {
  return speaksOf(statement, text)
}

/** `Avoid assertions unless necessary` says nothing against `Use assertions only when necessary`. */
function isExcepted({ statement, parts }: Claim, other: Claim): boolean {
  const at = statement.text.search(CONDITION)
  return at !== -1 && parts.items.some((item) => item.start > at && isSaid(item, other))
}

function isInCjk({ statement: { language } }: Claim): boolean {
  return language === 'zh' || language === 'ja'
}
