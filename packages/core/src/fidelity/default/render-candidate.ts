import { compressText } from '../compress/compress-text.ts'
import { OFF_BY_DEFAULT, RENDERERS } from '../compress/renderers.ts'
import { elidedArguments } from '../forms/elided-arguments.ts'
import type { Note } from '../forms/placeholder.ts'
import type { DraftDecision } from '../ledger/decision.ts'
import type { Part } from '../model/message.ts'
import { targetsOf } from '../targets/targets-of.ts'
import { operationOf } from '../targets/tool-names.ts'
import type { Candidate } from './find-candidates.ts'
import { partPlaceholder } from './part-placeholder.ts'
import { draftDecision, type PassContext } from './pass-context.ts'
import type { Weighed } from './weigh-candidate.ts'

const ENABLED = RENDERERS.filter(({ name }) => !OFF_BY_DEFAULT.has(name))

/** What is shown of a part that is given up; undefined where that would save too little. */
export function renderCandidate(weighed: Weighed, context: PassContext): DraftDecision | undefined {
  const { candidate, p } = weighed
  const placeholder = placeholderOf(weighed, context)
  const decision = extractOf(candidate, placeholder, context) ?? shortOf(candidate, placeholder, context)
  return decision.gain >= context.tuning.minGain ? { ...decision, class: candidate.class, p } : undefined
}

function placeholderOf({ candidate, mentions }: Weighed, context: PassContext): string {
  const { part, fact, supersededBy } = candidate
  const note = noteOf(part, supersededBy, context)
  return partPlaceholder(part, { call: fact?.call, note, mentions }, context)
}

function noteOf(part: Part, supersededBy: string | undefined, { handleOf }: PassContext): Note | undefined {
  if (supersededBy !== undefined) return { kind: 'superseded', handle: handleOf(supersededBy) }
  if (part.exitCode !== undefined && part.exitCode !== 0) return { kind: 'exit', code: part.exitCode }
  return part.isError === true ? { kind: 'error' } : undefined
}

function shortOf(
  { part, supersededBy }: Candidate,
  placeholder: string,
  context: PassContext,
): DraftDecision {
  const reason = supersededBy === undefined ? 'placeholder' : 'superseded'
  const fields = { level: 'placeholder', action: reason, reason, class: 2 } as const
  const isCall = part.kind === 'tool_call'
  const text = isCall ? elidedArguments(part, placeholder, context.facts.counter) : placeholder
  return draftDecision(part, text, fields, context)
}

/** An extract under the placeholder, where a renderer takes the text and it saves enough. */
function extractOf(
  { part, fact, supersededBy }: Candidate,
  placeholder: string,
  context: PassContext,
): DraftDecision | undefined {
  const { facts, tuning, ledger } = context
  if (part.kind !== 'tool_result' || fact === undefined || supersededBy !== undefined) return undefined
  if (ledger.find(part.key)?.level === 'compressed') return undefined
  const target = targetsOf(fact.call)[0]
  const operation = target.operation === 'read' ? 'read' : operationOf(fact.call.tool ?? '', fact.call.args)
  const written = context.writtenBy?.(part.key)
  // An edit needs the words of a file, so an extract of it helps nobody; what a model wrote of it may.
  if (written === undefined && (operation === 'read' || !tuning.extracts)) return undefined
  const render = { counter: facts.counter, budget: tuning.compressedMaxTokens, operation }
  const extract =
    written === undefined
      ? compressText({ ...part, text: context.redact(part.text) }, render, ENABLED)
      : { renderer: 'model', text: written }
  if (extract === undefined) return undefined
  const text = `${placeholder}\n${context.redact(extract.text)}`
  const action = `compress:${extract.renderer}` as const
  const fields = { level: 'compressed', action, reason: action, class: 2 } as const
  const decision = draftDecision(part, text, fields, context)
  return decision.gain >= tuning.minGain ? decision : undefined
}
