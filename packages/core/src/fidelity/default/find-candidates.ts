import type { PartClass } from '../ledger/decision.ts'
import { shownTokens } from '../ledger/shown-part.ts'
import type { Part } from '../model/message.ts'
import type { CallFact } from '../targets/calls-of.ts'
import { targetsOf } from '../targets/targets-of.ts'
import { type AtomRole, atomNeed, partOdds, type Signals } from './atom-need.ts'
import { isFixed, type PassContext } from './pass-context.ts'
import { atomsShown } from './shown-atoms.ts'

/** A part that a pass may give up. */
export interface Candidate {
  readonly part: Part
  readonly fact: CallFact | undefined
  /** The key of what shows the same lines. */
  readonly supersededBy: string | undefined
  readonly class: PartClass
  readonly signals: Signals
  /** Atoms that the view shows of it, with the probability that each is quoted; by their place. */
  readonly atoms: Int32Array
  readonly needs: Float64Array
  /** What it is needed for beside its atoms: of a picture, as much as of a text of its size. */
  readonly besides: number
  /** Tokens that the view shows of it. */
  readonly shown: number
  readonly message: number
  readonly index: number
}

/** The parts that a pass may give up, in the order of the window. */
export function findCandidates(context: PassContext): readonly Candidate[] {
  const candidates = allCandidates(context)
  // By meaning only where all of them have a vector, so that one ranking has one scale (CAM-59).
  const isMixed =
    context.semanticOf !== undefined && candidates.some(({ signals }) => signals.semantic === undefined)
  return isMixed ? allCandidates({ ...context, semanticOf: undefined }) : candidates
}

function allCandidates(context: PassContext): readonly Candidate[] {
  return context.messages.flatMap(({ parts }, message) =>
    parts.flatMap((part, index) =>
      isEligible(part, message, context) ? [candidateOf(part, message, index, context)] : [],
    ),
  )
}

function isEligible(part: Part, message: number, context: PassContext): boolean {
  const { tuning, ledger } = context
  if (!isLargeEnough(part, context) || isFixed(part, message, context)) return false
  if (part.kind === 'tool_call' && !tuning.elideArgs) return false
  return ledger.find(part.key)?.level !== 'placeholder'
}

function isLargeEnough(part: Part, { tuning, facts, signals }: PassContext): boolean {
  switch (part.kind) {
    case 'tool_result':
      // A result without call belongs to a broken group, which is left alone.
      return signals.callByKey.has(part.key) && facts.of(part).tokens >= tuning.minResultTokens
    case 'tool_call':
      return (
        signals.callByKey.get(part.key)?.result !== undefined && facts.of(part).tokens >= tuning.minCallTokens
      )
    case 'image':
    case 'attachment':
      return facts.of(part).tokens > 0
    case 'text':
    case 'reasoning':
    case 'marker':
      return false
    default:
      return part.kind satisfies never
  }
}

function candidateOf(part: Part, message: number, index: number, context: PassContext): Candidate {
  const { signals: window, facts, ledger, planOf, semanticOf } = context
  const known = facts.of(part)
  const fact = window.callByKey.get(part.key)
  const supersededBy = supersededKey(part, fact, context)
  const signals = {
    age: window.now - (window.callIndex[message] ?? 0),
    plan: planOf?.(known.terms),
    semantic: semanticOf?.(part.key),
  }
  const atoms = atomsShown(part, ledger, facts)
  return {
    part,
    fact,
    supersededBy,
    class: supersededBy !== undefined || isOldPlan(part, fact) ? 1 : 2,
    signals,
    atoms,
    needs: needsOf(part, fact, atoms, signals, context),
    besides: besidesAtoms(part, known.tokens, signals),
    shown: shownTokens(ledger.find(part.key), known.tokens),
    message,
    index,
  }
}

/** A read is shown again by its result, a write or edit by its arguments. */
function supersededKey(part: Part, fact: CallFact | undefined, { signals }: PassContext): string | undefined {
  if (fact === undefined) return undefined
  const isRead = targetsOf(fact.call)[0].operation === 'read'
  return isRead === (part.kind === 'tool_result') ? signals.superseded.get(fact.call.key) : undefined
}

/** The newest plan is pinned, so any other is an older one. */
function isOldPlan(part: Part, fact: CallFact | undefined): boolean {
  return part.kind === 'tool_call' && fact !== undefined && targetsOf(fact.call)[0].operation === 'todo'
}

function needsOf(
  part: Part,
  fact: CallFact | undefined,
  atoms: Int32Array,
  signals: Signals,
  { facts: { table }, signals: { referencesTo } }: PassContext,
): Float64Array {
  const odds = partOdds(signals)
  const lines = part.kind === 'tool_call' && changes(fact) ? 'changed' : 'line'
  return Float64Array.from(atoms, (atom) => {
    const atomClass = table.classOf(atom)
    // No edit looks for a line with its number before it.
    if (lines === 'line' && table.isNumbered(atom)) return 0
    const role: AtomRole = atomClass === 'line' ? lines : atomClass
    return atomNeed(odds, role, referencesTo(atom))
  })
}

function changes(fact: CallFact | undefined): boolean {
  const targets = fact === undefined ? [] : targetsOf(fact.call)
  return targets.some(({ operation }) => operation === 'edit' || operation === 'write')
}

/** Texts have about one name for so many tokens. */
const TOKENS_OF_NAME = 50

function besidesAtoms({ kind }: Part, tokens: number, signals: Signals): number {
  const isPicture = kind === 'image' || kind === 'attachment'
  return isPicture ? (tokens / TOKENS_OF_NAME) * atomNeed(partOdds(signals), 'ident', 0) : 0
}
