import type { Allocation, AllocationRequest, SectionShare } from './allocation.ts'
import { Board, printOrder, type Slip } from './board.ts'
import { type BulletDocument, renderDocument, renderFooter } from './document.ts'
import { automaticWeights, configuredWeights, shareOut } from './share-out.ts'

const MINIMUM_WORDS = 3
/** With this much room beside the header, the first line is always shown (LS-38). */
const ROOM_FOR_FIRST = 24
/** How many lines are dropped one by one before the search for the fitting length halves its range. */
const SINGLE_DROPS = 64

/**
 * Chooses the lines of a document so that the whole of it stays within the budget, as the counter
 * measures it.
 *
 *   budget − header − footer = available
 *     ├─ the first line, so that the latest correction always survives
 *     └─ the rest, in shares a section ── pass 1: each section within its share
 *                                         unused ──► pool ── clipped lines in full
 *                                                         ── pass 2: by priority
 *                                                         ── pass 3: low ones, if all others are in
 */
export function allocateLines(request: AllocationRequest): Allocation {
  const { budget } = request
  const board = new Board(request)
  const bare = board.measure(0)
  if (bare > budget) return allocateNothing(request, bare)

  const available = availableTokens(request)
  const afterFirst = available - placeFirst(board, request, available)
  const shares = shareOut(afterFirst, weightsOf(board, request))
  const pool = board.restoreClipped(placeWithinShares(board, shares))
  const isLeftOut = (slip: Slip) => !board.isTaken(slip)
  const rest = placeByPriority(board, board.slips.filter(isNormal).filter(isLeftOut), pool)
  if (!board.slips.filter(isNormal).some(isLeftOut)) {
    placeByPriority(board, board.slips.filter(isLow).filter(isLeftOut), rest)
  }
  return {
    ...allocated(board, fittingCount(board, budget)),
    available,
    afterFirst,
    shares: request.sections.map(
      (section, place): SectionShare => ({
        section: section.name,
        tokens: shares[place] ?? 0,
      }),
    ),
  }
}

function allocateNothing(request: AllocationRequest, needed: number): Allocation {
  const { frame, candidates, sections, budget, counter } = request
  const alone: BulletDocument = { header: frame.header.slice(0, 1), sections: [] }
  const tokens = counter.count(renderDocument(alone))
  const empty: BulletDocument = { header: [], sections: [] }
  return {
    document: tokens <= budget ? alone : empty,
    tokens: tokens <= budget ? tokens : counter.count(''),
    shown: [],
    clipped: [],
    elided: candidates.map((candidate) => candidate.id),
    placed: [],
    available: 0,
    afterFirst: 0,
    shares: sections.map((section) => ({ section: section.name, tokens: 0 })),
    needed,
  }
}

/** The footer is reserved at its longest, so that no later choice makes it grow. */
function availableTokens({ frame, candidates, budget, counter }: AllocationRequest): number {
  const footer = candidates.length === 0 ? undefined : frame.footer(candidates.length)
  const header = frame.header.reduce((sum, line) => sum + counter.count(`${line}\n`), 0)
  return Math.max(0, budget - header - counter.count(renderFooter(footer)))
}

/** Places the first line, clipped where it has to be; returns what that cost. */
function placeFirst(board: Board, request: AllocationRequest, available: number): number {
  const first = board.slips.find(isNormal) ?? board.slips[0]
  if (first === undefined) return 0
  const cost = board.placeWhole(first, available) ?? board.placeClipped(first, available, MINIMUM_WORDS)
  if (cost !== undefined) return cost
  // Three words can be too long for any budget. Fewer, or the id alone, still lead to the text.
  const header = request.counter.count(renderDocument({ header: request.frame.header, sections: [] }))
  if (request.budget - header < ROOM_FOR_FIRST) return 0
  return board.placeClipped(first, available, 0) ?? 0
}

function weightsOf(board: Board, { sections, weights }: AllocationRequest): readonly bigint[] {
  if (weights === 'automatic') return automaticWeights(board.demands())
  return configuredWeights(sections.map((section) => weights.get(section.name) ?? 1))
}

/**
 * Pass 1: each section in order of priority, up to the first line that its share can't hold. Returns
 * what is left of the shares.
 */
function placeWithinShares(board: Board, shares: readonly number[]): number {
  const slips = shares.map((): Slip[] => [])
  for (const slip of board.slips) {
    if (isNormal(slip) && !board.isTaken(slip)) slips[slip.section]?.push(slip)
  }
  let pool = 0
  for (const [section, share] of shares.entries()) pool += placeSection(board, slips[section] ?? [], share)
  return pool
}

/** Returns what is left of the share. */
function placeSection(board: Board, slips: readonly Slip[], share: number): number {
  let left = share
  for (const slip of slips) {
    const cost = board.placeWhole(slip, left)
    if (cost === undefined) {
      const isFirst = !board.isOpen(slip.section)
      return left - ((isFirst ? board.placeClipped(slip, left, MINIMUM_WORDS) : undefined) ?? 0)
    }
    left -= cost
  }
  return left
}

/** Passes 2 and 3: whatever the pool can hold, most important first; returns what is left of it. */
function placeByPriority(board: Board, slips: readonly Slip[], pool: number): number {
  let left = pool
  for (const slip of slips) left -= board.placeWhole(slip, left) ?? 0
  return left
}

/**
 * How many of the placed lines fit together, the last placed being dropped first. All of them,
 * unless the counter gives a text more tokens than its parts.
 */
function fittingCount(board: Board, budget: number): number {
  const fits = (count: number) => board.measure(count) <= budget
  let count = board.placed.length
  for (let drops = 0; drops < SINGLE_DROPS && count > 0; drops++, count--) if (fits(count)) return count
  let least = 0
  while (least < count) {
    const middle = Math.ceil((least + count) / 2)
    if (fits(middle)) least = middle
    else count = middle - 1
  }
  return least
}

function allocated(
  board: Board,
  count: number,
): Pick<Allocation, 'document' | 'tokens' | 'shown' | 'clipped' | 'elided' | 'placed'> {
  const kept = board.placed.slice(0, count)
  const printed = printOrder(kept)
  const shown = new Set(kept.map(({ slip }) => slip))
  return {
    document: board.document(count),
    tokens: board.measure(count),
    shown: printed.map(({ slip }) => slip.candidate.id),
    clipped: printed.filter((placed) => placed.isClipped).map(({ slip }) => slip.candidate.id),
    elided: board.slips.filter((slip) => !shown.has(slip)).map((slip) => slip.candidate.id),
    placed: kept.map(({ slip }) => slip.candidate.id),
  }
}

function isLow(slip: Slip): boolean {
  return slip.candidate.isLow
}

function isNormal(slip: Slip): boolean {
  return !slip.candidate.isLow
}
