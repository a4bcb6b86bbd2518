import { parseResponsesItem } from '../../adapters/openai-responses/parse-item.ts'
import type { DraftMessage } from '../../host/draft.ts'
import { type HostObject, nameOf, numberOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'
import { joinedTexts } from '../../host/joined-texts.ts'
import { exitCodeOf } from '../exit-code.ts'
import { type LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptReader } from '../transcript-format.ts'

/** Takes what the model saw (`response_item`) and leaves what the screen showed (`event_msg`). */
export class CodexReader implements TranscriptReader {
  readonly #draft = new TranscriptDraft('codex', { agent: 'codex', kind: 'main' })
  /** The answer that is being written: items join it until its tokens are counted, or a result comes. */
  #answer: number | undefined
  #lastAnswer: number | undefined
  #lastUsage = ''

  take(item: unknown, line: number): void {
    const record = objectOf(item)
    if (record === undefined) return
    const at = nameOf(record.timestamp)
    this.#draft.noteTime(at)
    const payload = objectOf(record.payload)
    // Older files have items without an envelope.
    if (payload === undefined) this.#bare(record, line, at)
    else if (record.type === 'session_meta') this.#meta(payload)
    else if (record.type === 'turn_context') this.#turn(payload)
    else if (record.type === 'response_item') this.#item(payload, line, at)
    else if (record.type === 'compacted') this.#compacted(payload, line, at)
    else if (record.type === 'event_msg') this.#event(payload, at)
  }

  end(): readonly TranscriptDraft[] {
    return [this.#draft]
  }

  #bare(record: HostObject, line: number, at: string | undefined): void {
    if (record.type !== undefined) this.#item(record, line, at)
    else if ('instructions' in record || 'git' in record) this.#meta(record)
  }

  #meta(payload: HostObject): void {
    const [externalId, cwd, branch] = [
      nameOf(payload.id),
      nameOf(payload.cwd),
      nameOf(objectOf(payload.git)?.branch),
    ]
    // A session that goes on from another begins with its own head; the heads it copied come later.
    if (this.#draft.facts.externalId === undefined && externalId !== undefined)
      this.#draft.note({ externalId })
    if (cwd !== undefined) this.#draft.note({ cwd })
    if (branch !== undefined) this.#draft.note({ branch })
    const instructions = textOf(objectOf(payload.base_instructions)?.text) ?? textOf(payload.instructions)
    if (instructions !== undefined) this.#draft.overhead(instructions)
    const isSubagent =
      objectOf(objectOf(payload.source)?.subagent) !== undefined || payload.thread_source === 'subagent'
    if (isSubagent) this.#draft.note({ kind: 'subagent' })
  }

  #turn(payload: HostObject): void {
    const model = nameOf(payload.model)
    if (model !== undefined) this.#draft.note({ model })
  }

  #item(item: HostObject, line: number, at: string | undefined): void {
    if (item.type === 'ghost_snapshot') return
    const drafts = parseResponsesItem(item)
    if (drafts.length === 0 && item.role !== undefined) this.#draft.overhead(joinedTexts(item.content))
    for (const draft of drafts) this.#append(this.#logged(draft, item, `line:${line}`, at))
  }

  #append(message: LoggedMessage): void {
    if (message.role !== 'assistant') {
      this.#answer = undefined
      this.#draft.append(message)
    } else if (this.#answer !== undefined) {
      this.#draft.extend(this.#answer, message.parts, message.keys)
    } else {
      this.#answer = this.#draft.append(message)
      this.#lastAnswer = this.#answer
    }
  }

  #logged(draft: DraftMessage, item: HostObject, key: string, at: string | undefined): LoggedMessage {
    const callId = nameOf(item.call_id)
    const isResult = draft.parts[0]?.kind === 'tool_result'
    const { model, kind } = this.#draft.facts
    return {
      ...draft,
      parts: isResult
        ? draft.parts.map((part) => ({ ...part, ...resultFacts(item, part.text) }))
        : draft.parts,
      human: draft.human && kind === 'main',
      keys: [isResult && callId !== undefined ? `call:${callId}` : key],
      ...(at === undefined ? {} : { at }),
      ...(draft.role === 'assistant' && model !== undefined ? { model } : {}),
    }
  }

  #compacted(payload: HostObject, line: number, at: string | undefined): void {
    const history = objectsOf(payload.replacement_history)
    const text = textOf(payload.message) ?? ''
    const messages: readonly LoggedMessage[] =
      history.length > 0
        ? history.flatMap((item) =>
            parseResponsesItem(item).map((draft) => this.#logged(draft, item, `line:${line}`, at)),
          )
        : [
            {
              role: 'user',
              human: false,
              parts: [{ kind: 'text', text, raw: payload }],
              raw: payload,
              keys: [`line:${line}`],
            },
          ]
    this.#restart('compaction', messages)
  }

  #event(payload: HostObject, at: string | undefined): void {
    if (payload.type === 'token_count') this.#tokens(payload, at)
    else if (payload.type === 'thread_rolled_back') this.#rewind(numberOf(payload.num_turns) ?? 0)
  }

  #tokens(payload: HostObject, at: string | undefined): void {
    this.#answer = undefined
    const info = objectOf(payload.info)
    const last = objectOf(info?.last_token_usage)
    const said = JSON.stringify(info)
    if (last === undefined || said === this.#lastUsage || this.#lastAnswer === undefined) return
    this.#lastUsage = said
    const { model } = this.#draft.facts
    this.#draft.usage(this.#lastAnswer, {
      input: numberOf(last.input_tokens) ?? 0,
      cacheRead: numberOf(last.cached_input_tokens) ?? 0,
      output: numberOf(last.output_tokens) ?? 0,
      ...(at === undefined ? {} : { at }),
      ...(model === undefined ? {} : { model }),
    })
  }

  /** Goes back before the last so many texts of the user. */
  #rewind(turns: number): void {
    const { messages } = this.#draft
    let end = messages.length
    for (let left = turns; left > 0 && end > 0; ) {
      end--
      if (messages[end]?.human === true) left--
    }
    if (turns > 0) this.#restart('rewind', messages.slice(0, end))
  }

  #restart(start: 'compaction' | 'rewind', messages: readonly LoggedMessage[]): void {
    this.#draft.restart(start, messages)
    this.#answer = undefined
    this.#lastAnswer = undefined
  }
}

/** How a command ended, where its output says so. */
function resultFacts(
  item: HostObject,
  text: string,
): { readonly exitCode?: number; readonly isError?: boolean } {
  const exitCode = exitCodeOf(text)
  const isFailure = objectOf(item.output)?.success === false
  return { ...(exitCode === undefined ? {} : { exitCode }), ...(isFailure ? { isError: true } : {}) }
}
