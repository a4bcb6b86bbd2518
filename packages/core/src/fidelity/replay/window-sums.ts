/** What a replay counted, of one segment or of many: every figure is a ratio of two of these. */
export interface WindowSums {
  readonly calls: number
  readonly samples: number
  readonly tokens: number
  readonly rawTokens: number
  readonly peak: number
  readonly cost: number
  readonly rawCost: number
  readonly refetchCost: number
  readonly busts: number
  /** By class of atom: paths, identifiers, numbers, lines. */
  readonly needed: readonly number[]
  readonly kept: readonly number[]
  readonly userLines: number
  readonly userLinesKept: number
  /** Lines of the user that are lost though nobody pasted them. */
  readonly ownLinesLost: number
  readonly acts: number
  readonly unsupported: number
  readonly edits: number
  readonly unsupportedEdits: number
  readonly refetched: number
  readonly violations: number
  readonly files: number
  readonly filesShown: number
  readonly contents: number
  readonly contentsShown: number
  readonly milliseconds: number
}

export const NO_SUMS: WindowSums = {
  calls: 0,
  samples: 0,
  tokens: 0,
  rawTokens: 0,
  peak: 0,
  cost: 0,
  rawCost: 0,
  refetchCost: 0,
  busts: 0,
  needed: [0, 0, 0, 0],
  kept: [0, 0, 0, 0],
  userLines: 0,
  userLinesKept: 0,
  ownLinesLost: 0,
  acts: 0,
  unsupported: 0,
  edits: 0,
  unsupportedEdits: 0,
  refetched: 0,
  violations: 0,
  files: 0,
  filesShown: 0,
  contents: 0,
  contentsShown: 0,
  milliseconds: 0,
}

type Summed = { -readonly [name in keyof WindowSums]: WindowSums[name] }
type Numbers = Exclude<keyof WindowSums, 'needed' | 'kept' | 'peak'>

const NUMBERS = Object.entries(NO_SUMS).flatMap(([name, value]) =>
  // The keys of an object literal of this very type.
  typeof value === 'number' && name !== 'peak' ? [name as Numbers] : [],
)

/** All segments together. */
export function addSums(all: readonly WindowSums[]): WindowSums {
  const total: Summed = { ...NO_SUMS }
  for (const sums of all) {
    for (const name of NUMBERS) total[name] += sums[name]
    total.peak = Math.max(total.peak, sums.peak)
    total.needed = total.needed.map((value, place) => value + (sums.needed[place] ?? 0))
    total.kept = total.kept.map((value, place) => value + (sums.kept[place] ?? 0))
  }
  return total
}

/** The figures of a replay, as shares from 0 to 1 but for counts. */
export interface WindowFigures {
  readonly tokens: number
  readonly cost: number
  readonly refetchCost: number
  /** Of what the agent needs next and was seen before, how much is visible (FRR); all, and by class of atom. */
  readonly recall: number
  readonly recallByClass: readonly number[]
  /** Of the lines of the user, how many are visible (UIR). */
  readonly userLines: number
  /** How many of the lost ones lay outside every pasted block. */
  readonly ownLinesLost: number
  /** Of the acts, how many quote what isn't visible (UAR); all, and those that edit. */
  readonly unsupported: number
  readonly unsupportedEdits: number
  /** Of the files that were changed twice, how many show their last change; and its text. */
  readonly fileState: number
  readonly fileContent: number
  readonly busts: number
  readonly violations: number
  readonly peak: number
  readonly milliseconds: number
}

export function figuresOf(sums: WindowSums): WindowFigures {
  return {
    tokens: share(sums.tokens, sums.rawTokens),
    cost: share(sums.cost, sums.rawCost),
    refetchCost: share(sums.refetchCost, sums.rawCost),
    recall: share(total(sums.kept), total(sums.needed)),
    recallByClass: sums.needed.map((needed, place) => share(sums.kept[place] ?? 0, needed)),
    userLines: share(sums.userLinesKept, sums.userLines),
    ownLinesLost: sums.ownLinesLost,
    unsupported: sums.acts === 0 ? 0 : sums.unsupported / sums.acts,
    unsupportedEdits: sums.edits === 0 ? 0 : sums.unsupportedEdits / sums.edits,
    fileState: share(sums.filesShown, sums.files),
    fileContent: share(sums.contentsShown, sums.contents),
    busts: sums.busts,
    violations: sums.violations,
    peak: sums.peak,
    milliseconds: sums.calls === 0 ? 0 : sums.milliseconds / sums.calls,
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
