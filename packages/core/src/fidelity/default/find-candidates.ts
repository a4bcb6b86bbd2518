import { compressText } from '../compress/compress-text.ts'
import { OFF_BY_DEFAULT, RENDERERS } from '../compress/renderers.ts'
import { elidedArguments } from '../forms/elided-arguments.ts'
import { mentionDigest } from '../forms/mention-digest.ts'
import type { Note } from '../forms/placeholder.ts'
import type { DraftDecision, PartClass } from '../ledger/decision.ts'
import type { Part } from '../model/message.ts'
import type { CallFact } from '../targets/calls-of.ts'
import { resolvePath } from '../targets/resolve-path.ts'
import { targetsOf } from '../targets/targets-of.ts'
import { operationOf } from '../targets/tool-names.ts'
import { estimateNeed, type Signals } from './estimate-need.ts'
import { partPlaceholder } from './part-placeholder.ts'
import { draftDecision, isFixed, type PassContext } from './pass-context.ts'
import { type Candidate, lossOf } from './select-candidates.ts'
import { OF_FILES } from './window-signals.ts'

const ENABLED = RENDERERS.filter(({ name }) => !OFF_BY_DEFAULT.has(name))

/** The parts that a pass may give up, with what would be shown of each. */
export function findCandidates(context: PassContext): readonly Candidate[] {
  return context.messages.flatMap(({ parts }, message) =>
    parts.flatMap((part, index) => {
      if (!isEligible(part, message, context)) return []
      const candidate = candidateOf(part, message, index, context)
      return candidate.decision.gain >= context.tuning.minGain ? [candidate] : []
    }),
  )
}

function isEligible(part: Part, message: number, context: PassContext): boolean {
  const { tuning, facts, ledger } = context
  if (!isLargeEnough(part, context) || isFixed(part, message, context)) return false
  if (part.kind === 'tool_call' && !tuning.elideArgs) return false
  return ledger.find(part.key)?.level !== 'placeholder' && facts.of(part).tokens > 0
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
      return true
    case 'text':
    case 'reasoning':
    case 'marker':
      return false
    default:
      return part.kind satisfies never
  }
}

function candidateOf(part: Part, message: number, index: number, context: PassContext): Candidate {
  const { tuning, signals } = context
  const fact = signals.callByKey.get(part.key)
  const supersededBy = supersededKey(part, fact, context)
  const measured = measure(part, message, supersededBy !== undefined, context)
  const p = estimateNeed(measured)
  const decision = {
    ...render(part, fact, supersededBy, context),
    class: classOf(part, fact, supersededBy, context),
    p,
  }
  const isEdit = part.kind === 'tool_call' && targetsOf(part).some(({ operation }) => operation === 'edit')
  const weight = isEdit ? tuning.editWeight : 1
  const loss = lossOf({ p, size: measured.size, gain: decision.gain, kappa: tuning.kappa, weight })
  return { decision, loss, weight, signals: measured, message, part: index }
}

/** A read is shown again by its result, a write or edit by its arguments. */
function supersededKey(part: Part, fact: CallFact | undefined, { signals }: PassContext): string | undefined {
  if (fact === undefined) return undefined
  const isRead = targetsOf(fact.call)[0].operation === 'read'
  return isRead === (part.kind === 'tool_result') ? signals.superseded.get(fact.call.key) : undefined
}

function measure(part: Part, message: number, superseded: boolean, context: PassContext): Signals {
  const { signals, facts, planOf, semanticOf } = context
  const known = facts.of(part)
  let backref = 0
  for (const atom of known.atoms.keys()) backref += Math.min(1, signals.references.get(atom) ?? 0)
  let shared = 0
  for (const word of signals.recentWords) if (known.words.has(word)) shared++
  return {
    age: signals.now - (signals.callIndex[message] ?? 0),
    backref,
    recent: shared / Math.max(1, signals.recentWords.size),
    superseded,
    size: known.tokens,
    plan: planOf?.(known.terms),
    semantic: semanticOf?.(part.key),
  }
}

function classOf(
  part: Part,
  fact: CallFact | undefined,
  supersededBy: string | undefined,
  { signals, tuning, workingDirectory }: PassContext,
): PartClass {
  if (supersededBy !== undefined) return 1
  if (fact === undefined) return 2
  const targets = targetsOf(fact.call)
  // The newest plan is pinned, so any other is an older one.
  if (part.kind === 'tool_call' && targets[0].operation === 'todo') return 1
  if (tuning.protectNewest && signals.newestWrites.has(part.key)) return 3
  const isInUse = targets.some(({ operation, path }) => {
    if (path === undefined || !OF_FILES.has(operation)) return false
    const last = signals.touched.get(resolvePath(path, workingDirectory))
    return last !== undefined && signals.now - last <= tuning.workingSetCalls
  })
  return isInUse ? 3 : 2
}

function render(
  part: Part,
  fact: CallFact | undefined,
  supersededBy: string | undefined,
  context: PassContext,
): DraftDecision {
  const placeholder = placeholderOf(part, fact, supersededBy, context)
  const reason = supersededBy === undefined ? 'placeholder' : 'superseded'
  const fields = { level: 'placeholder', action: reason, reason, class: 2 } as const
  if (part.kind === 'tool_call') {
    return draftDecision(part, elidedArguments(part, placeholder, context.facts.counter), fields, context)
  }
  const short = draftDecision(part, placeholder, fields, context)
  return (supersededBy === undefined ? extractOf(part, fact, placeholder, context) : undefined) ?? short
}

/** An extract under the placeholder, where a renderer takes the text and it saves enough. */
function extractOf(
  part: Part,
  fact: CallFact | undefined,
  placeholder: string,
  context: PassContext,
): DraftDecision | undefined {
  const { facts, tuning, ledger } = context
  if (part.kind !== 'tool_result' || fact === undefined || ledger.find(part.key)?.level === 'compressed')
    return undefined
  const target = targetsOf(fact.call)[0]
  const operation = target.operation === 'read' ? 'read' : operationOf(fact.call.tool ?? '', fact.call.args)
  const written = context.writtenBy?.(part.key)
  // An edit needs the words of a file, so an extract of it helps nobody; what a model wrote of it may.
  if (operation === 'read' && written === undefined) return undefined
  const render = { counter: facts.counter, budget: tuning.compressedMaxTokens, operation }
  const extract =
    written === undefined ? compressText(part, render, ENABLED) : { renderer: 'model', text: written }
  if (extract === undefined) return undefined
  const text = `${placeholder}\n${context.redact(extract.text)}`
  const action = `compress:${extract.renderer}` as const
  const decision = draftDecision(
    part,
    text,
    { level: 'compressed', action, reason: action, class: 2 },
    context,
  )
  return decision.gain >= tuning.minGain ? decision : undefined
}

function placeholderOf(
  part: Part,
  fact: CallFact | undefined,
  supersededBy: string | undefined,
  context: PassContext,
): string {
  const { facts, signals, tuning } = context
  const note = noteOf(part, supersededBy, context)
  const digest = mentionDigest(facts.of(part).atoms, signals.references, tuning.digestTokens, facts.counter)
  // What stands elsewhere in the window needs no mention.
  const mentions = supersededBy === undefined ? { mentions: digest } : {}
  return partPlaceholder(part, { call: fact?.call, note, ...mentions }, context)
}

function noteOf(part: Part, supersededBy: string | undefined, { handleOf }: PassContext): Note | undefined {
  if (supersededBy !== undefined) return { kind: 'superseded', handle: handleOf(supersededBy) }
  if (part.exitCode !== undefined && part.exitCode !== 0) return { kind: 'exit', code: part.exitCode }
  return part.isError === true ? { kind: 'error' } : undefined
}
