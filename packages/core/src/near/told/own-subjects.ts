import { scanText } from '../../guard/anchors/scan-text.ts'
import { findMembers, type SetMembers } from '../../guard/relations/exclusive/find-members.ts'
import type { Claim } from './claim.ts'

/** What a file is for, rather than what it decides: rules for PHP deny no rules for Python. */
const STACKS: ReadonlySet<string> = new Set(['lang', 'ui', 'cloud'])
/** What a file wants its reader to be. */
const ROLE = /^(?:you are|you're|act as|du bist|eres|你是|あなたは)/i
/** A label that opens a text says what it speaks of. */
const LABEL = /^([^\s:：][^:：\n]{0,40})[:：](?=\s|$)/
const NOT_LETTERS = /[^\p{L}\p{N}]+/gu

/**
 * Whether two texts name alternatives of one set as what each speaks of: in rules of two languages, as
 * the roles of two files, in the names of their files, or as the labels that they open with.
 */
export function speakOfTheirOwn(one: Claim, other: Claim, set: string): boolean {
  const isApart = (subject: (claim: Claim) => string): boolean => {
    const [a, b] = [membersIn(subject(one), set), membersIn(subject(other), set)]
    return a.size > 0 && b.size > 0 && ![...a].some((member) => b.has(member))
  }
  if (isApart(labelOf)) return true
  if (!areOfTwoFiles(one, other)) return false
  const areRoles = [one, other].every(({ entry }) => ROLE.test(entry.content.trimStart()))
  return STACKS.has(set) || areRoles || isApart(fileNameOf)
}

function areOfTwoFiles({ entry: a }: Claim, { entry: b }: Claim): boolean {
  return a.source.file !== undefined && b.source.file !== undefined && a.source.file !== b.source.file
}

function labelOf({ statement: { text } }: Claim): string {
  return LABEL.exec(text)?.[1] ?? ''
}

function fileNameOf({ entry }: Claim): string {
  return (entry.source.file?.split('/').at(-1) ?? '').replace(NOT_LETTERS, ' ')
}

function membersIn(text: string, set: string): ReadonlySet<number> {
  return findMembers(scanText(text)).get(set) ?? NONE
}

const NONE: ReadonlySet<number> = new Set()

/**
 * Whether what one names of a set it only denies, as `never disable` does: an opposite that is denied
 * is none.
 */
export function isOppositeDenied(one: Claim, other: Claim, set: string): boolean {
  return isOwnDenied(one, other, set) !== isOwnDenied(other, one, set)
}

function isOwnDenied(one: Claim, other: Claim, set: string): boolean {
  const theirs = other.statement.members.get(set) ?? NONE
  const own = [...(one.statement.members.get(set) ?? NONE)].filter((member) => !theirs.has(member))
  const denied = deniedMembers(one).get(set) ?? NONE
  return own.length > 0 && own.every((member) => denied.has(member))
}

/** The members of sets that stand under an odd number of negators. */
function deniedMembers({ parts: { scanned, negation } }: Claim): SetMembers {
  const starts = negation.scopes.flatMap(({ items }) => items.map(({ start }) => start))
  const counts = Map.groupBy(starts, (start) => start)
  const tokens = scanned.tokens.filter(({ start }) => (counts.get(start)?.length ?? 0) % 2 === 1)
  return findMembers({ ...scanned, tokens })
}
