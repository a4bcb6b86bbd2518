import type { Allocation, AllocationRequest, SectionShare } from './allocation.ts'
import { Board } from './board.ts'
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
  const pool = board.restoreClipped(placeWithinShares(board, request, shares))
  const rest = placeByPriority(board, request, { isLow: false, pool })
  if (firstLeft(board, request, false) === undefined) {
    placeByPriority(board, request, { isLow: true, pool: rest })
  }
  return {
    ...allocated(board, request, fittingCount(board, budget)),
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
    left: candidates.count,
    elided: () => Array.from({ length: candidates.count }, (_, rank) => candidates.id(rank)),
    placed: [],
    available: 0,
    afterFirst: 0,
    shares: sections.map((section) => ({ section: section.name, tokens: 0 })),
    needed,
  }
}

/** The footer is reserved at its longest, so that no later choice makes it grow. */
function availableTokens({ frame, candidates, budget, counter }: AllocationRequest): number {
  const footer = candidates.count === 0 ? undefined : frame.footer(candidates.count + (frame.beyond ?? 0))
  const header = frame.header.reduce((sum, line) => sum + counter.count(`${line}\n`), 0)
  return Math.max(0, budget - header - counter.count(renderFooter(footer)))
}

/** Places the first line, clipped where it has to be; returns what that cost. */
function placeFirst(board: Board, request: AllocationRequest, available: number): number {
  const first = firstLeft(board, request, false) ?? firstLeft(board, request, true)
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

/** The most important candidate that isn't placed yet. */
function firstLeft(board: Board, { candidates }: AllocationRequest, isLow: boolean): number | undefined {
  for (let rank = 0; rank < board.count; rank++) {
    if (!board.isTaken(rank) && candidates.isLow(rank) === isLow) return rank
  }
  return undefined
}

/**
 * Pass 1: each section in order of priority, up to the first line that its share can't hold. Returns
 * what is left of the shares.
 */
function placeWithinShares(board: Board, request: AllocationRequest, shares: readonly number[]): number {
  let pool = 0
  const ranks = ranksWithinShares(board, request, shares)
  for (const [section, share] of shares.entries()) pool += placeSection(board, ranks[section] ?? [], share)
  return pool
}

/** Per section, the lines to try: up to the first that its share can't hold, that one included. */
function ranksWithinShares(
  board: Board,
  { candidates }: AllocationRequest,
  shares: readonly number[],
): readonly (readonly number[])[] {
  const ranks = shares.map((): number[] => [])
  const left = [...shares]
  let open = shares.length
  for (let rank = 0; rank < board.count && open > 0; rank++) {
    const section = board.sectionOf(rank)
    const room = left[section] ?? -1
    if (room < 0 || candidates.isLow(rank) || board.isTaken(rank)) continue
    ranks[section]?.push(rank)
    left[section] = room - candidates.cost(rank)
    if (room < candidates.cost(rank)) open -= 1
  }
  return ranks
}

/** Returns what is left of the share. */
function placeSection(board: Board, ranks: readonly number[], share: number): number {
  let left = share
  for (const rank of ranks) {
    const cost = board.placeWhole(rank, left)
    if (cost === undefined) {
      const isFirst = !board.isOpen(board.sectionOf(rank))
      return left - ((isFirst ? board.placeClipped(rank, left, MINIMUM_WORDS) : undefined) ?? 0)
    }
    left -= cost
  }
  return left
}

/** Passes 2 and 3: whatever the pool can hold, most important first; returns what is left of it. */
function placeByPriority(
  board: Board,
  { candidates }: AllocationRequest,
  { isLow, pool }: { readonly isLow: boolean; readonly pool: number },
): number {
  let left = pool
  // Nearly every line of a large memory is too long for what is left.
  for (
    let rank = candidates.findWithin(0, left);
    rank !== undefined;
    rank = candidates.findWithin(rank + 1, left)
  ) {
    if (candidates.isLow(rank) === isLow && !board.isTaken(rank)) left -= board.placeWhole(rank, left) ?? 0
  }
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
  request: AllocationRequest,
  count: number,
): Pick<Allocation, 'document' | 'tokens' | 'shown' | 'clipped' | 'left' | 'elided' | 'placed'> {
  const { candidates } = request
  const kept = board.placed.slice(0, count)
  const printed = board.printOrder(count)
  return {
    document: board.document(count),
    tokens: board.measure(count),
    shown: printed.map(({ rank }) => candidates.id(rank)),
    clipped: printed.filter((placed) => placed.isClipped).map(({ rank }) => candidates.id(rank)),
    left: board.count - count,
    elided: () => elidedIds(board, request, count),
    placed: kept.map(({ rank }) => candidates.id(rank)),
  }
}

function elidedIds(board: Board, { candidates }: AllocationRequest, count: number): readonly string[] {
  const dropped = new Set(board.placed.slice(count).map(({ rank }) => rank))
  const elided: string[] = []
  for (let rank = 0; rank < board.count; rank++) {
    if (!board.isTaken(rank) || dropped.has(rank)) elided.push(candidates.id(rank))
  }
  return elided
}
