import type { Message, Part } from '../../../../src/fidelity/model/message.ts'
import type { WindowPolicy } from '../../../../src/fidelity/replay/policy.ts'
import type { ReplaySegment } from '../../../../src/fidelity/replay/replay-segment.ts'
import type { TokenCounter } from '../../../../src/ports/token-counter.ts'
import type { AtomClass } from './atoms.ts'
import { fileCounts } from './file-events.ts'
import {
  argumentUses,
  isRare,
  isVisible,
  lastHolder,
  needAt,
  type Occurrences,
  occurrencesIn,
  type VisibleAtoms,
  visibleIn,
} from './needs.ts'
import { tokensOfMessages, tokensOfPart } from './parts.ts'
import { sharedPrefix } from './prefix.ts'
import { operationOf } from './tools.ts'
import { userLines } from './user-lines.ts'
import { newViolations } from './validity.ts'

// What §19.1 and §19.3 fix.
const S = 3000
const EVERY = 5
const HORIZON = 20
const READ = 0.1
const WRITE = 1.25
const FETCHED_CALLS = 20
const FETCH_OUTPUT = 150 * 5

type ByClass = Record<AtomClass, number>

const NO_SUMS = {
  calls: 0,
  samples: 0,
  tokens: 0,
  rawTokens: 0,
  peak: 0,
  cost: 0,
  rawCost: 0,
  refetchCost: 0,
  refetched: 0,
  busts: 0,
  userLines: 0,
  userLinesKept: 0,
  acts: 0,
  unsupported: 0,
  edits: 0,
  unsupportedEdits: 0,
  violations: 0,
  files: 0,
  filesShown: 0,
  contents: 0,
  contentsShown: 0,
}

/** The sums that the metrics of §19.3 are ratios of. */
export type SecondSums = Readonly<typeof NO_SUMS> & {
  readonly needed: Readonly<ByClass>
  readonly kept: Readonly<ByClass>
}

/** One replay of a segment: what doesn't change in it, and what was counted up to now. */
interface Replay {
  readonly policy: WindowPolicy
  readonly segment: ReplaySegment
  readonly counter: TokenCounter
  readonly occurrences: Occurrences
  readonly sums: typeof NO_SUMS
  readonly needed: ByClass
  readonly kept: ByClass
  /** The number of the call at which a part was fetched. */
  readonly fetched: Map<Part, number>
  previous: readonly Message[] | undefined
  previousRaw: number
}

interface Call {
  readonly number: number
  readonly answer: Message
  readonly before: readonly Message[]
  readonly view: readonly Message[]
  readonly visible: VisibleAtoms
}

/**
 * Measures a policy over one segment as §19.2 and §19.3 of the reference say: a second time, from its text alone and
 * in the plainest way. Each call looks at all messages again.
 */
export function secondMeter(policy: WindowPolicy, segment: ReplaySegment, counter: TokenCounter): SecondSums {
  const { messages, from, workingDirectory } = segment
  const replay = openReplay(policy, segment, counter)
  const rules = { overhead: S, every: EVERY, horizon: HORIZON }
  const tokensOf = (part: Part) => tokensOfPart(part, counter)
  const step = policy.open({ rules, tokensOf, workingDirectory, segment })
  const originals = new Map(messages.flatMap(({ parts }) => parts.map((part) => [part.key, part] as const)))
  let number = 0
  for (const [k, answer] of messages.entries()) {
    if (answer.role !== 'assistant' || k === 0) continue
    number++
    if (k < from) continue
    const before = messages.slice(0, k)
    // A copy: a policy may go on with one array of its own.
    const view = [...step(before)]
    const visible = visibleIn(view, originals, policy.showsValues ?? false)
    const call = { number, answer, before, view, visible }
    charge(replay, call)
    checkAct(replay, call)
    if (number % EVERY === 0) sample(replay, call)
  }
  return { ...replay.sums, needed: replay.needed, kept: replay.kept }
}

function openReplay(policy: WindowPolicy, segment: ReplaySegment, counter: TokenCounter): Replay {
  return {
    policy,
    segment,
    counter,
    occurrences: occurrencesIn(segment.messages),
    sums: { ...NO_SUMS },
    needed: { path: 0, ident: 0, num: 0, line: 0 },
    kept: { path: 0, ident: 0, num: 0, line: 0 },
    fetched: new Map(),
    previous: undefined,
    previousRaw: 0,
  }
}

/** tok, peak, bust, cost. */
function charge(replay: Replay, { before, view }: Call): void {
  const { sums, counter, previous, previousRaw } = replay
  const n = S + tokensOfMessages(view, counter)
  const raw = S + tokensOfMessages(before, counter)
  const shared = sharedPrefix(previous ?? [], view, counter)
  const prefix = (previous === undefined ? 0 : S) + shared.tokens
  sums.calls++
  sums.tokens += n
  sums.rawTokens += raw
  sums.peak = Math.max(sums.peak, n)
  if (shared.isBust) sums.busts++
  sums.cost += costOf(prefix + shared.partial, n)
  sums.refetchCost += costOf(prefix, n)
  sums.rawCost += READ * previousRaw + WRITE * (raw - previousRaw)
  replay.previous = view
  replay.previousRaw = raw
}

function costOf(lcp: number, n: number): number {
  return READ * Math.min(lcp, n) + WRITE * (n - Math.min(lcp, n))
}

/** UAR, edits, and what fetching costs. */
function checkAct(replay: Replay, call: Call): void {
  const { sums, fetched, counter } = replay
  const { answer, number } = call
  const atoms = [...argumentUses(answer).keys()]
  if (atoms.length === 0) return
  const isEdit = answer.parts.some((part) => part.kind === 'tool_call' && operationOf(part) === 'edit')
  const missing = missingParts(replay, call, atoms)
  sums.acts++
  if (isEdit) sums.edits++
  if (missing.size > 0) sums.unsupported++
  if (missing.size > 0 && isEdit) sums.unsupportedEdits++
  for (const part of missing) {
    const t = tokensOfPart(part, counter)
    sums.refetched += t
    sums.refetchCost += WRITE * t + READ * t * FETCHED_CALLS + FETCH_OUTPUT
    fetched.set(part, number)
  }
}

/** The newest holders of what an act quotes and a view doesn't show, but for those that were fetched lately. */
function missingParts(
  { segment, occurrences, fetched }: Replay,
  { number, before, visible }: Call,
  atoms: readonly string[],
): ReadonlySet<Part> {
  const missing = new Set<Part>()
  for (const atom of atoms) {
    if (!isRare(atom, segment.messages, occurrences) || isVisible(atom, visible)) continue
    const last = lastHolder(atom, before)
    if (last === undefined) continue
    const at = fetched.get(last)
    if (at === undefined || number > at + FETCHED_CALLS - 1) missing.add(last)
  }
  return missing
}

/** FRR, UIR, STATE, VALID. */
function sample({ policy, segment, occurrences, sums, needed, kept }: Replay, call: Call): void {
  const { before, view, visible } = call
  sums.samples++
  for (const [atom, kind] of needAt(before.length, HORIZON, segment.messages, occurrences)) {
    needed[kind]++
    if (isVisible(atom, visible)) kept[kind]++
  }
  const lines = userLines(before, view)
  sums.userLines += lines.all
  sums.userLinesKept += lines.kept
  const files = fileCounts(before, view, segment.workingDirectory)
  sums.files += files.files
  sums.filesShown += files.shown
  sums.contents += files.contents
  sums.contentsShown += files.contentsShown
  sums.violations += newViolations(before, view, policy.minAgeCalls ?? 0)
}
