import type { EntryId } from '../../domain/ids.ts'
import type { Issue } from '../../domain/issue.ts'
import { FRAMING_NOTICE } from '../../render/framing-notice.ts'

/** What a session starts with. */
export interface Prime {
  /** The memory's index, as far as it is shown. */
  readonly sections: readonly IndexSection[]
  /** How many entries the index leaves out. */
  readonly left: number
  /** Notes that gather others. */
  readonly collections: readonly PrimeLine[]
  /** What changed last. */
  readonly recent: readonly PrimeLine[]
  readonly isTruncated: boolean
  readonly banner: string | undefined
  readonly issues: readonly Issue[]
}

export interface IndexSection {
  readonly title: string
  /** Without their bullets. */
  readonly lines: readonly string[]
}

export interface PrimeLine {
  readonly id: EntryId
  readonly shortId: string
  readonly headline: string
  /** The day of its last change, in UTC. */
  readonly updated: string
}

/** How a prime is to be taken. */
export const PRIME_BANNER = FRAMING_NOTICE

/** The commands that an agent needs, and what each gives. */
export const PRIME_COMMANDS = [
  ['varve search "<words>"', 'what is known of a subject'],
  ['varve show <id>', 'an entry, whole'],
  ['varve context --query "<words>" --max-tokens 2000', 'entries for a task, within a budget'],
  ['varve add "<fact>"', 'keeps what was learned'],
] as const

const HEADING = /^## (.*)$/
const BULLET = /^- (.*)$/
const LEFT = /^(\d+) more: /

/** Reads an index file back into its sections. */
export function parseIndex(text: string): Pick<Prime, 'sections' | 'left'> {
  const sections: { readonly title: string; readonly lines: string[] }[] = []
  let left = 0
  for (const line of text.split('\n')) {
    const title = HEADING.exec(line)?.[1]
    const bullet = BULLET.exec(line)?.[1]
    if (title !== undefined) sections.push({ title, lines: [] })
    else if (bullet !== undefined) sections.at(-1)?.lines.push(bullet)
    else left += Number(LEFT.exec(line)?.[1] ?? 0)
  }
  return { sections, left }
}

/**
 * The first parts of a prime: collections, then the index line by line, each section in its turn, then
 * what changed last. So a small budget still shows something of every section.
 */
export function firstParts(prime: Prime, count: number): Prime {
  const { sections, collections, recent } = prime
  const total = countParts(prime)
  if (count >= total) return prime
  const shownCollections = collections.slice(0, count)
  const lineCounts = shareLines(
    sections.map(({ lines }) => lines.length),
    count - shownCollections.length,
  )
  const shown = sections.map(({ title, lines }, at) => ({ title, lines: lines.slice(0, lineCounts[at]) }))
  const shownLines = lineCounts.reduce((sum, lines) => sum + lines, 0)
  const allLines = sections.reduce((sum, { lines }) => sum + lines.length, 0)
  return {
    ...prime,
    collections: shownCollections,
    sections: shown.filter(({ lines }) => lines.length > 0),
    left: prime.left + allLines - shownLines,
    recent: recent.slice(0, Math.max(0, count - shownCollections.length - shownLines)),
    isTruncated: true,
  }
}

export function countParts({ sections, collections, recent }: Prime): number {
  return collections.length + sections.reduce((sum, { lines }) => sum + lines.length, 0) + recent.length
}

/** Gives out so many lines, one a section at a time. */
function shareLines(lengths: readonly number[], count: number): readonly number[] {
  const shares = lengths.map(() => 0)
  for (let given = 0; given < count; ) {
    const before = given
    for (const [at, length] of lengths.entries()) {
      const share = shares[at] ?? 0
      if (given === count || share === length) continue
      shares[at] = share + 1
      given += 1
    }
    if (given === before) break
  }
  return shares
}
