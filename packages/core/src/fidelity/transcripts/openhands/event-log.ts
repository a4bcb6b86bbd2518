import { argumentsOf, parseArguments } from '../../host/call-arguments.ts'
import type { DraftPart } from '../../host/draft.ts'
import { type HostObject, nameOf, numberOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'
import { joinedTexts } from '../../host/joined-texts.ts'
import { userMessage } from '../../host/user-message.ts'
import { type LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'
import type { EventCall } from './event-call.ts'
import { readLegacyAction, readLegacyResult } from './legacy-event.ts'
import { usageBetween } from './usage.ts'

/** Writes events into a transcript. */
export class EventLog {
  readonly #draft: TranscriptDraft
  readonly #answers = new Map<string, number>()
  readonly #answered = new Set<string>()
  #systemEvents = 0
  #lastAnswer: number | undefined
  #stats: HostObject | undefined

  constructor(externalId: string | undefined) {
    const id = externalId === undefined ? {} : { externalId }
    this.#draft = new TranscriptDraft('openhands', { agent: 'openhands', kind: 'main', ...id })
  }

  take(event: HostObject): void {
    this.#draft.noteTime(nameOf(event.timestamp))
    const kind = nameOf(event.kind)
    if (kind === undefined) this.#legacy(event)
    else this.#event(kind, event)
  }

  end(): TranscriptDraft {
    return this.#draft
  }

  #event(kind: string, event: HostObject): void {
    if (kind === 'SystemPromptEvent')
      this.#system(joinedTexts(objectOf(event.system_prompt)?.text ?? event.system_prompt))
    else if (kind === 'MessageEvent') this.#message(event)
    else if (kind === 'ActionEvent') this.#call(actionCall(event), event)
    else if (RESULTS.has(kind)) this.#result(resultOf(kind, event), event)
    else if (kind === 'Condensation') this.#condensed(event)
    else if (kind === 'ConversationStateUpdateEvent') this.#state(event)
  }

  #legacy(event: HostObject): void {
    if (event.action === 'system') this.#system(textOf(objectOf(event.args)?.content) ?? '')
    else if (event.action === 'message') this.#message(event)
    else if (typeof event.action === 'string') {
      const call = readLegacyAction(event)
      if (call !== undefined) this.#call(call, event)
    } else if (typeof event.observation === 'string') {
      const result = readLegacyResult(event)
      if (result !== undefined) this.#result(result, event)
    }
  }

  #system(text: string): void {
    this.#systemEvents++
    this.#draft.overhead(text)
  }

  #message(event: HostObject): void {
    const message = objectOf(event.llm_message)
    const text =
      message === undefined ? (textOf(objectOf(event.args)?.content) ?? '') : joinedTexts(message.content)
    const part: DraftPart = { kind: 'text', text, raw: event }
    if (event.source === 'agent') {
      this.#lastAnswer = this.#append({ role: 'assistant', parts: [part], human: false, raw: event }, event)
      return
    }
    const typed = userMessage([part], event)
    const extended = objectsOf(event.extended_content).map((block) => ({
      kind: 'text' as const,
      text: textOf(block.text) ?? '',
      raw: block,
    }))
    this.#append(
      { ...typed, parts: [part, ...extended], human: typed.human && event.source === 'user' },
      event,
    )
  }

  #call(call: EventCall, event: HostObject): void {
    const index = this.#answers.get(call.answerId)
    if (index !== undefined) {
      this.#draft.extend(index, [call.part], [keyOf(event)])
      return
    }
    const parts = [...call.before, call.part]
    this.#lastAnswer = this.#append({ role: 'assistant', parts, human: false, raw: event }, event)
    this.#answers.set(call.answerId, this.#lastAnswer)
    const usage = objectOf(objectOf(objectOf(event.tool_call_metadata)?.model_response)?.usage)
    const input = numberOf(usage?.prompt_tokens)
    if (input !== undefined)
      this.#draft.usage(this.#lastAnswer, { input, output: numberOf(usage?.completion_tokens) ?? 0 })
  }

  /** The first result of a call is the one that the model saw. */
  #result(part: DraftPart, event: HostObject): void {
    const callId = part.callId ?? ''
    if (this.#answered.has(callId)) return
    this.#answered.add(callId)
    this.#append({ role: 'tool', parts: [part], human: false, raw: event }, event)
  }

  #append(message: Omit<LoggedMessage, 'keys'>, event: HostObject): number {
    const at = nameOf(event.timestamp)
    return this.#draft.append({ ...message, keys: [keyOf(event)], ...(at === undefined ? {} : { at }) })
  }

  /** Leaves the forgotten events out and puts the summary where the event says, counted in events. */
  #condensed(event: HostObject): void {
    const forgotten = new Set(
      (Array.isArray(event.forgotten_event_ids) ? event.forgotten_event_ids : []).map(
        (id) => `id:${String(id)}`,
      ),
    )
    const kept = this.#draft.messages.filter((message) => !message.keys.some((key) => forgotten.has(key)))
    const summary = textOf(event.summary)
    let place = 0
    const offset = numberOf(event.summary_offset) ?? 0
    for (let events = this.#systemEvents; events < offset && place < kept.length; place++) {
      events += kept[place]?.keys.length ?? 1
    }
    const part: DraftPart = { kind: 'text', text: summary ?? '', raw: event }
    const summaries: readonly LoggedMessage[] =
      summary === undefined
        ? []
        : [{ role: 'user', parts: [part], human: false, raw: event, keys: [keyOf(event)] }]
    this.#draft.restart('compaction', [...kept.slice(0, place), ...summaries, ...kept.slice(place)])
    this.#answers.clear()
    this.#lastAnswer = undefined
  }

  #state(event: HostObject): void {
    if (event.key !== 'stats') return
    const stats = objectOf(event.value)
    const usage = usageBetween(this.#stats, stats)
    this.#stats = stats
    if (usage !== undefined && this.#lastAnswer !== undefined) this.#draft.usage(this.#lastAnswer, usage)
  }
}

function keyOf(event: HostObject): string {
  return `id:${String(event.id)}`
}

const RESULTS = new Set(['ObservationEvent', 'UserRejectObservation', 'AgentErrorEvent'])

function actionCall(event: HostObject): EventCall {
  const call = objectOf(event.tool_call)
  const called = objectOf(call?.function) ?? call
  const callId = nameOf(event.tool_call_id) ?? nameOf(call?.id) ?? keyOf(event)
  const args = called?.arguments
  return {
    answerId: nameOf(event.llm_response_id) ?? keyOf(event),
    before: beforeCall(event),
    part: {
      kind: 'tool_call',
      tool: textOf(called?.name) ?? textOf(event.tool_name) ?? '',
      callId,
      ...(typeof args === 'string' ? parseArguments(args) : argumentsOf(args)),
      raw: event,
    },
  }
}

function beforeCall(event: HostObject): readonly DraftPart[] {
  const thought = joinedTexts(event.thought)
  const blocks = objectsOf(event.thinking_blocks)
  const reasoning = nameOf(event.reasoning_content)
  return [
    ...blocks.map((block) => {
      const isSigned = nameOf(block.signature) !== undefined || block.type === 'redacted_thinking'
      return {
        kind: 'reasoning' as const,
        text: textOf(block.thinking) ?? '',
        ...(isSigned ? { opaque: true } : {}),
        raw: block,
      }
    }),
    ...(blocks.length > 0 || reasoning === undefined
      ? []
      : [{ kind: 'reasoning' as const, text: reasoning, raw: event }]),
    ...(thought === '' ? [] : [{ kind: 'text' as const, text: thought, raw: event }]),
  ]
}

function resultOf(kind: string, event: HostObject): DraftPart {
  const observation = objectOf(event.observation)
  const exitCode = numberOf(observation?.exit_code) ?? numberOf(objectOf(observation?.metadata)?.exit_code)
  const isError = kind !== 'ObservationEvent' || observation?.is_error === true
  return {
    kind: 'tool_result',
    callId: nameOf(event.tool_call_id) ?? '',
    text: resultText(event, observation),
    ...(isError ? { isError } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
    raw: event,
  }
}

function resultText(event: HostObject, observation: HostObject | undefined): string {
  if (observation === undefined) return textOf(event.error) ?? textOf(event.rejection_reason) ?? ''
  const content = joinedTexts(observation.content)
  return content === '' ? joinedTexts(observation.output) : content
}
