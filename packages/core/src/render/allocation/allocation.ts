import type { TokenCounter } from '../../ports/token-counter.ts'
import type { BulletDocument } from './document.ts'

/** A line that may be shown. */
export interface Candidate extends CandidateLine {
  readonly id: string
  /** Name of its section. */
  readonly section: string
  /** Shown only where every other candidate is. */
  readonly isLow: boolean
}

/**
 * Lines that may be shown, by rank: in order of priority, which is also the order inside a section.
 * Asked for one property at a time, because most of a large memory is never shown.
 */
export interface CandidateTable {
  readonly count: number
  /** Names, each once, of the sections of all candidates. */
  readonly sections: readonly string[]
  id(rank: number): string
  /** Place of its section in `sections`. */
  section(rank: number): number
  /** Shown only where every other candidate is. */
  isLow(rank: number): boolean
  /** Tokens of its whole line, line feed included. */
  cost(rank: number): number
  line(rank: number): CandidateLine
  /** Sum of the costs of each of `sections`. */
  readonly demands: readonly number[]
  /** The first rank from here on that costs no more than this. */
  findWithin(rank: number, most: number): number | undefined
}

export interface CandidateLine {
  /** What a line that is cut short is named by; empty where its tail names it. */
  readonly shortId: string
  /** One line, safe as the start of a list item. */
  readonly text: string
  /** What follows the text and is never clipped: '' or a space and markers. */
  readonly tail: string
}

export interface Section {
  readonly name: string
  readonly title: string
}

/** What surrounds the bullets. The first line of the header can stand alone. */
export interface Frame {
  readonly header: readonly string[]
  /** The line that says how many candidates are left out. */
  readonly footer: (left: number) => string
  /** What there is beside the candidates: the footer counts it too. */
  readonly beyond?: number
}

export interface AllocationRequest {
  readonly frame: Frame
  /** In the order they're printed in; every candidate's section is among them. */
  readonly sections: readonly Section[]
  readonly candidates: CandidateTable
  /** By section name; `automatic` is half equal, half by demand. */
  readonly weights: 'automatic' | ReadonlyMap<string, number>
  readonly budget: number
  readonly counter: TokenCounter
}

export interface SectionShare {
  readonly section: string
  readonly tokens: number
}

/** Which candidates are shown under a budget, and why no more are. */
export interface Allocation {
  readonly document: BulletDocument
  /** Of the whole document, measured. */
  readonly tokens: number
  /** Ids in the order they're printed in. */
  readonly shown: readonly string[]
  /** Those of the shown that are cut short, in the order they're printed in. */
  readonly clipped: readonly string[]
  /** How many are left out. */
  readonly left: number
  /** Ids left out, in the order of the candidates: of a large memory nearly all. */
  readonly elided: () => readonly string[]
  /** Ids of the shown in the order they were placed in. */
  readonly placed: readonly string[]
  /** Tokens for bullets and headings, before and after the first line was placed. */
  readonly available: number
  readonly afterFirst: number
  /** What each section may use before the rest is pooled, in section order. */
  readonly shares: readonly SectionShare[]
  /** Tokens of the header and the footer alone, where they don't fit the budget. */
  readonly needed?: number
}
