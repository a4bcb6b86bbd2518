import { clipWords } from '../clip-words.ts'
import type { AllocationRequest, CandidateLine } from './allocation.ts'
import { wholeLine } from './candidate-table.ts'
import { type BulletDocument, renderDocument, renderHeading } from './document.ts'

export interface Placed {
  /** Of the candidate. */
  readonly rank: number
  readonly line: string
  readonly cost: number
  readonly isClipped: boolean
}

/** The page while it is being filled: what has been placed so far, and what anything would cost. */
export class Board {
  readonly count: number
  readonly #request: AllocationRequest
  readonly #headingCosts: readonly number[]
  readonly #open: boolean[]
  readonly #taken: Uint8Array
  /** For each section of the candidates, its place among those of the document. */
  readonly #places: readonly number[]
  /** In the order of placement. */
  readonly #placed: Placed[] = []

  constructor(request: AllocationRequest) {
    this.#request = request
    const { counter, sections, candidates } = request
    this.count = candidates.count
    this.#headingCosts = sections.map((section) => counter.count(renderHeading(section.title)))
    this.#open = sections.map(() => false)
    this.#taken = new Uint8Array(candidates.count)
    const places = new Map(sections.map((section, place) => [section.name, place]))
    this.#places = candidates.sections.map((name) => places.get(name) ?? 0)
  }

  get placed(): readonly Placed[] {
    return this.#placed
  }

  isOpen(section: number): boolean {
    return this.#open[section] ?? false
  }

  isTaken(rank: number): boolean {
    return this.#taken[rank] === 1
  }

  /** Place of a candidate's section in the document. */
  sectionOf(rank: number): number {
    return this.#places[this.#request.candidates.section(rank)] ?? 0
  }

  /** Places the line, heading included where its section has none yet; returns what that cost. */
  placeWhole(rank: number, room: number): number | undefined {
    const { candidates } = this.#request
    const own = candidates.cost(rank)
    const cost = own + this.#headingCost(this.sectionOf(rank))
    if (cost > room) return undefined
    this.#put({ rank, line: wholeLine(candidates.line(rank)), cost: own, isClipped: false })
    return cost
  }

  /** As `placeWhole`, with as many whole words as fit. */
  placeClipped(rank: number, room: number, minimumWords: number): number | undefined {
    const { counter, candidates } = this.#request
    const heading = this.#headingCost(this.sectionOf(rank))
    const whole = candidates.line(rank)
    const fits = (prefix: string) => heading + counter.count(`${clippedLine(whole, prefix)}\n`) <= room
    const prefix = clipWords(whole.text, { minimumWords, fits })
    if (prefix === undefined) return undefined
    const line = clippedLine(whole, prefix)
    const cost = counter.count(`${line}\n`)
    this.#put({ rank, line, cost, isClipped: true })
    return heading + cost
  }

  /** Shows the clipped lines in full while the pool covers the difference; returns what is left of it. */
  restoreClipped(pool: number): number {
    const { candidates } = this.#request
    let left = pool
    for (const [place, { rank, cost, isClipped }] of this.#placed.entries()) {
      const whole = candidates.cost(rank)
      if (!isClipped || whole - cost > left) continue
      left -= whole - cost
      this.#placed[place] = { rank, line: wholeLine(candidates.line(rank)), cost: whole, isClipped: false }
    }
    return left
  }

  /** Per section, the cost of what is not placed yet, with the heading where there is none yet. */
  demands(): readonly number[] {
    const { candidates } = this.#request
    const demands = this.#headingCosts.map((_, section) => this.#headingCost(section))
    const count = (section: number, cost: number) => {
      demands[section] = (demands[section] ?? 0) + cost
    }
    for (const [place, demand] of candidates.demands.entries()) count(this.#places[place] ?? 0, demand)
    for (const { rank } of this.#placed) count(this.sectionOf(rank), -candidates.cost(rank))
    return demands
  }

  /** The document with the first `count` of the placed lines. */
  document(count: number): BulletDocument {
    const { frame, sections } = this.#request
    const lines = sections.map((): string[] => [])
    for (const { rank, line } of this.printOrder(count)) lines[this.sectionOf(rank)]?.push(line)
    const left = this.count - count + (frame.beyond ?? 0)
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

  /** The first `count` of the placed lines, by section, then by rank. */
  printOrder(count: number): readonly Placed[] {
    return this.#placed
      .slice(0, count)
      .sort((a, b) => this.sectionOf(a.rank) - this.sectionOf(b.rank) || a.rank - b.rank)
  }

  #put(placed: Placed): void {
    this.#open[this.sectionOf(placed.rank)] = true
    this.#taken[placed.rank] = 1
    this.#placed.push(placed)
  }
}

function clippedLine({ shortId, tail }: CandidateLine, prefix: string): string {
  const name = shortId === '' ? '' : ` (${shortId})`
  return `- ${prefix === '' ? '' : `${prefix} `}…${name}${tail}`
}
