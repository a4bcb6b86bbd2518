import { clipWords } from '../clip-words.ts'
import type { AllocationRequest, Candidate } from './allocation.ts'
import { type BulletDocument, renderDocument, renderHeading } from './document.ts'

/** A candidate with its cost, counted once. */
export interface Slip {
  readonly candidate: Candidate
  /** Place in the order of priority. */
  readonly rank: number
  /** Index of its section. */
  readonly section: number
  /** Tokens of its whole line. */
  readonly cost: number
}

export interface Placed {
  readonly slip: Slip
  readonly line: string
  readonly cost: number
  readonly isClipped: boolean
}

/** The page while it is being filled: what has been placed so far, and what anything would cost. */
export class Board {
  readonly slips: readonly Slip[]
  readonly #request: AllocationRequest
  readonly #headingCosts: readonly number[]
  readonly #open: boolean[]
  readonly #taken = new Set<Slip>()
  /** In the order of placement. */
  readonly #placed: Placed[] = []

  constructor(request: AllocationRequest) {
    this.#request = request
    const { counter, sections, candidates } = request
    this.#headingCosts = sections.map((section) => counter.count(renderHeading(section.title)))
    this.#open = sections.map(() => false)
    const places = new Map(sections.map((section, place) => [section.name, place]))
    this.slips = candidates.map((candidate, rank) => ({
      candidate,
      rank,
      section: places.get(candidate.section) ?? 0,
      cost: counter.count(`${wholeLine(candidate)}\n`),
    }))
  }

  get placed(): readonly Placed[] {
    return this.#placed
  }

  isOpen(section: number): boolean {
    return this.#open[section] ?? false
  }

  isTaken(slip: Slip): boolean {
    return this.#taken.has(slip)
  }

  /** Places the line, heading included where its section has none yet; returns what that cost. */
  placeWhole(slip: Slip, room: number): number | undefined {
    const cost = slip.cost + this.#headingCost(slip.section)
    if (cost > room) return undefined
    this.#put({ slip, line: wholeLine(slip.candidate), cost: slip.cost, isClipped: false })
    return cost
  }

  /** As `placeWhole`, with as many whole words as fit. */
  placeClipped(slip: Slip, room: number, minimumWords: number): number | undefined {
    const { counter } = this.#request
    const heading = this.#headingCost(slip.section)
    const fits = (prefix: string) =>
      heading + counter.count(`${clippedLine(slip.candidate, prefix)}\n`) <= room
    const prefix = clipWords(slip.candidate.text, { minimumWords, fits })
    if (prefix === undefined) return undefined
    const line = clippedLine(slip.candidate, prefix)
    const cost = counter.count(`${line}\n`)
    this.#put({ slip, line, cost, isClipped: true })
    return heading + cost
  }

  /** Shows the clipped lines in full while the pool covers the difference; returns what is left of it. */
  restoreClipped(pool: number): number {
    let left = pool
    for (const [place, { slip, cost, isClipped }] of this.#placed.entries()) {
      if (!isClipped || slip.cost - cost > left) continue
      left -= slip.cost - cost
      this.#placed[place] = { slip, line: wholeLine(slip.candidate), cost: slip.cost, isClipped: false }
    }
    return left
  }

  /** Per section, the cost of what is not placed yet, with the heading where there is none yet. */
  demands(): readonly number[] {
    const demands = this.#headingCosts.map((_, section) => this.#headingCost(section))
    for (const slip of this.slips) {
      if (!this.#taken.has(slip)) demands[slip.section] = (demands[slip.section] ?? 0) + slip.cost
    }
    return demands
  }

  /** The document with the first `count` of the placed lines. */
  document(count: number): BulletDocument {
    const { frame, sections } = this.#request
    const lines = sections.map((): string[] => [])
    for (const { slip, line } of printOrder(this.#placed.slice(0, count))) lines[slip.section]?.push(line)
    const left = this.slips.length - count
    return {
      header: frame.header,
      sections: sections
        .map(({ title }, section) => ({ title, lines: lines[section] ?? [] }))
        .filter((section) => section.lines.length > 0),
      ...(left === 0 ? {} : { footer: frame.footer(left) }),
    }
  }

  /** Tokens of that document. */
  measure(count: number): number {
    return this.#request.counter.count(renderDocument(this.document(count)))
  }

  #headingCost(section: number): number {
    return this.isOpen(section) ? 0 : (this.#headingCosts[section] ?? 0)
  }

  #put(placed: Placed): void {
    this.#open[placed.slip.section] = true
    this.#taken.add(placed.slip)
    this.#placed.push(placed)
  }
}

/** By section, then by rank. */
export function printOrder(placed: readonly Placed[]): readonly Placed[] {
  return [...placed].sort((a, b) => a.slip.section - b.slip.section || a.slip.rank - b.slip.rank)
}

function wholeLine({ shortId, text, tail }: Candidate): string {
  return `- ${text === '' ? `(${shortId})` : text}${tail}`
}

function clippedLine({ shortId, tail }: Candidate, prefix: string): string {
  return `- ${prefix === '' ? '' : `${prefix} `}… (${shortId})${tail}`
}
