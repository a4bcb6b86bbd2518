import { argumentsOf } from '../../host/call-arguments.ts'
import type { DraftPart } from '../../host/draft.ts'
import { type HostObject, nameOf, numberOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'
import { isTypedText } from '../../host/typed-text.ts'
import { type LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptReader } from '../transcript-format.ts'

/** Results of the answer that is being worked off, in the order of its calls. */
interface Pending {
  readonly callIds: readonly string[]
  readonly results: Map<string, LoggedMessage>
}

/** One event a line, in a single chain. */
export class CopilotCliReader implements TranscriptReader {
  readonly #draft = new TranscriptDraft('copilot-cli', { agent: 'copilot-cli', kind: 'main' })
  #pending: Pending | undefined

  take(item: unknown, line: number): void {
    const event = objectOf(item)
    const data = objectOf(event?.data)
    const log = data === undefined ? undefined : this.#events[textOf(event?.type) ?? '']
    if (event === undefined || data === undefined || log === undefined) return
    const at = nameOf(event.timestamp)
    this.#draft.noteTime(at)
    log(data, { keys: [`line:${line}`], ...(at === undefined ? {} : { at }) })
  }

  end(): readonly TranscriptDraft[] {
    this.#flush()
    return [this.#draft]
  }

  readonly #events: Readonly<
    Record<string, (data: HostObject, from: Pick<LoggedMessage, 'keys' | 'at'>) => void>
  > = {
    'session.start': (data) => this.#start(data),
    'session.resume': (data) => this.#start(data),
    'session.model_change': (data) => this.#model(nameOf(data.newModel)),
    'system.message': (data) => this.#draft.overhead(textOf(data.content) ?? ''),
    'system.notification': (data, from) => {
      this.#flush()
      const part: DraftPart = {
        kind: 'text',
        text: textOf(data.content) ?? textOf(data.message) ?? '',
        raw: data,
      }
      this.#draft.append({ role: 'user', parts: [part], human: false, raw: data, ...from })
    },
    'user.message': (data, from) => {
      this.#flush()
      const typed = textOf(data.content) ?? ''
      this.#draft.append({
        role: 'user',
        parts: userParts(data, typed),
        human: isTypedText(typed),
        raw: data,
        ...from,
      })
    },
    'assistant.message': (data, from) => this.#answer(data, from),
    'tool.execution_complete': (data, from) => this.#result(data, from),
    'session.compaction_complete': (data, from) => {
      this.#flush()
      const summary = textOf(data.summaryContent)
      if (data.success === false || summary === undefined) return
      const part: DraftPart = { kind: 'text', text: summary, raw: data }
      this.#draft.restart('compaction', [{ role: 'user', parts: [part], human: false, raw: data, ...from }])
    },
  }

  #start(data: HostObject): void {
    const context = objectOf(data.context)
    const [externalId, cwd, branch] = [data.sessionId, context?.cwd, context?.branch].map(nameOf)
    if (externalId !== undefined) this.#draft.note({ externalId })
    if (cwd !== undefined) this.#draft.note({ cwd })
    if (branch !== undefined) this.#draft.note({ branch })
  }

  #model(model: string | undefined): void {
    if (model !== undefined) this.#draft.note({ model })
  }

  #answer(data: HostObject, from: Pick<LoggedMessage, 'keys' | 'at'>): void {
    this.#flush()
    const requests = objectsOf(data.toolRequests)
    const parts = answerParts(data, requests)
    if (parts.length === 0) return
    const model = nameOf(data.model)
    const named = model === undefined ? from : { ...from, model }
    const index = this.#draft.append({ role: 'assistant', parts, human: false, raw: data, ...named })
    this.#pending = {
      callIds: requests.flatMap((request) => nameOf(request.toolCallId) ?? []),
      results: new Map(),
    }
    this.#model(model)
    const output = numberOf(data.outputTokens)
    if (output === undefined) return
    this.#draft.usage(index, {
      output,
      ...(from.at === undefined ? {} : { at: from.at }),
      ...(model === undefined ? {} : { model }),
    })
  }

  #result(data: HostObject, from: Pick<LoggedMessage, 'keys' | 'at'>): void {
    const callId = nameOf(data.toolCallId) ?? ''
    const isError = data.success === false
    const text = isError
      ? (textOf(objectOf(data.error)?.message) ?? textOf(objectOf(data.result)?.content))
      : textOf(objectOf(data.result)?.content)
    const part: DraftPart = {
      kind: 'tool_result',
      callId,
      text: text ?? '',
      ...(isError ? { isError } : {}),
      raw: data,
    }
    const message: LoggedMessage = {
      role: 'tool',
      parts: [part],
      human: false,
      raw: data,
      ...from,
      keys: [`call:${callId}`],
    }
    // Events come as tools finish; a result of no call that is open stands where it came.
    if (this.#pending?.callIds.includes(callId) !== true) this.#draft.append(message)
    else if (!this.#pending.results.has(callId)) this.#pending.results.set(callId, message)
  }

  #flush(): void {
    for (const callId of this.#pending?.callIds ?? []) {
      const result = this.#pending?.results.get(callId)
      if (result !== undefined) this.#draft.append(result)
    }
    this.#pending = undefined
  }
}

/** What the model reads: the typed text, and what the agent wrapped around it as parts of their own. */
function userParts(data: HostObject, typed: string): readonly DraftPart[] {
  const sent = textOf(data.transformedContent) ?? typed
  const start = typed === '' ? -1 : sent.indexOf(typed)
  const pieces = start < 0 ? [sent] : [sent.slice(0, start), typed, sent.slice(start + typed.length)]
  return pieces.filter((text) => text.trim() !== '').map((text) => ({ kind: 'text', text, raw: data }))
}

function answerParts(data: HostObject, requests: readonly HostObject[]): readonly DraftPart[] {
  const reasoning = textOf(data.reasoningText)
  const isSigned = nameOf(data.reasoningOpaque) !== undefined
  const text = nameOf(data.content)
  return [
    ...(reasoning === undefined && !isSigned
      ? []
      : [
          {
            kind: 'reasoning' as const,
            text: reasoning ?? '',
            ...(isSigned ? { opaque: true } : {}),
            raw: data,
          },
        ]),
    ...(text === undefined ? [] : [{ kind: 'text' as const, text, raw: data }]),
    ...requests.map((request) => {
      const callId = nameOf(request.toolCallId)
      return {
        kind: 'tool_call' as const,
        tool: textOf(request.name) ?? '',
        ...(callId === undefined ? {} : { callId }),
        ...argumentsOf(request.arguments),
        raw: request,
      }
    }),
  ]
}
