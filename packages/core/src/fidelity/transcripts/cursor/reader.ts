import { argumentsOf, parseArguments } from '../../host/call-arguments.ts'
import { type HostObject, listOf, nameOf, numberOf, objectOf, textOf } from '../../host/host-object.ts'
import { userMessage } from '../../host/user-message.ts'
import type { CallArguments } from '../../model/canonical-arguments.ts'
import { type LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptReader } from '../transcript-format.ts'

/** A call that an event tells of, with its result where it tells that too. */
interface Call {
  readonly tool: string
  readonly args: CallArguments
  readonly result?: string
}

export class CursorReader implements TranscriptReader {
  readonly #drafts = new Map<string, TranscriptDraft>()
  /** How many events of a kind a generation has had so far. */
  readonly #counts = new Map<string, number>()

  take(item: unknown): void {
    const record = objectOf(item)
    const session = nameOf(record?.conversation_id)
    if (record === undefined || session === undefined) return
    const draft = this.#draftOf(session)
    const [root] = listOf(record.workspace_roots)
    const [cwd, model, at] = [root, record.model, record.at].map(nameOf)
    draft.note({
      ...(cwd === undefined ? {} : { cwd }),
      ...(model === undefined ? {} : { model }),
    })
    const messages = this.#messagesOf(record, session)
    if (messages.length > 0) draft.noteTime(at)
    const known = { ...(at === undefined ? {} : { at }), ...(model === undefined ? {} : { model }) }
    for (const message of messages) draft.append({ ...message, ...known })
  }

  end(): readonly TranscriptDraft[] {
    return [...this.#drafts.values()]
  }

  #draftOf(session: string): TranscriptDraft {
    const known = this.#drafts.get(session)
    if (known !== undefined) return known
    const made = new TranscriptDraft('cursor', { agent: 'cursor', kind: 'main', externalId: session })
    this.#drafts.set(session, made)
    return made
  }

  #messagesOf(record: HostObject, session: string): readonly LoggedMessage[] {
    const event = textOf(record.hook_event_name) ?? ''
    const key = this.#keyOf(record, session, event)
    if (event === 'beforeSubmitPrompt') {
      const text = textOf(record.prompt) ?? ''
      return text === ''
        ? []
        : [{ ...userMessage([{ kind: 'text', text, raw: record }], record), keys: [key] }]
    }
    if (event === 'afterAgentResponse' || event === 'afterAgentThought') {
      const kind = event === 'afterAgentResponse' ? 'text' : 'reasoning'
      const text = textOf(record.text) ?? ''
      if (text === '') return []
      return [
        { role: 'assistant', parts: [{ kind, text, raw: record }], human: false, raw: record, keys: [key] },
      ]
    }
    const call = callOf(event, record)
    return call === undefined ? [] : callMessages(call, nameOf(record.tool_use_id) ?? key, key, record)
  }

  /** By its number among its like: those before it may have been read at another time. */
  #keyOf(record: HostObject, session: string, event: string): string {
    const like = `gen:${nameOf(record.generation_id) ?? ''}:${event}`
    const count = numberOf(record.k) ?? this.#counts.get(`${session} ${like}`) ?? 0
    this.#counts.set(`${session} ${like}`, count + 1)
    return `${like}:${count}`
  }
}

function callOf(event: string, record: HostObject): Call | undefined {
  const named = (...names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])))
  const result = (name: string) => {
    const text = textOf(record[name])
    return text === undefined ? {} : { result: text }
  }
  if (event === 'afterShellExecution')
    return { tool: 'Shell', args: argumentsOf(named('command', 'cwd')), ...result('output') }
  if (event === 'afterFileEdit') return { tool: 'Edit', args: argumentsOf(named('file_path', 'edits')) }
  if (event === 'afterMCPExecution')
    return {
      tool: textOf(record.tool_name) ?? '',
      args: parseArguments(textOf(record.tool_input) ?? '{}'),
      ...result('result_json'),
    }
  return undefined
}

function callMessages(
  { tool, args, result }: Call,
  callId: string,
  key: string,
  raw: HostObject,
): readonly LoggedMessage[] {
  const from = { human: false, raw, keys: [key] }
  const call: LoggedMessage = {
    role: 'assistant',
    parts: [{ kind: 'tool_call', tool, callId, ...args, raw }],
    ...from,
  }
  if (result === undefined) return [call]
  return [call, { role: 'tool', parts: [{ kind: 'tool_result', tool, callId, text: result, raw }], ...from }]
}
