import { userMessage } from '../../host/user-message.ts'
import { type LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptReader } from '../transcript-format.ts'
import { partialTranscript } from '../transcript-issues.ts'
import { parseTokenLine } from './parse-token-line.ts'

const START = /^# aider chat started at (.+?)\s*$/
const COMMANDS_WITH_OUTPUT = /^(?:!|\/(?:run|test|lint|git)\b)/

type State =
  | { readonly kind: 'nothing' }
  /** Lines that a user typed: each has the prefix. */
  | { readonly kind: 'typed'; readonly line: number; readonly lines: string[] }
  /** What aider printed: only the first line has the prefix, the last ends in two blanks. */
  | { readonly kind: 'printed'; readonly line: number; readonly lines: string[] }
  | { readonly kind: 'answer'; readonly line: number; readonly lines: string[]; isInFence: boolean }

/** A file of Markdown, in which each start of aider begins a session. */
export class AiderReader implements TranscriptReader {
  readonly #drafts: TranscriptDraft[] = []
  #state: State = { kind: 'nothing' }
  /** The command whose output goes to the model. */
  #command: string | undefined
  #lastAnswer: number | undefined

  take(item: unknown, line: number): void {
    const text = typeof item === 'string' ? item : ''
    const start = START.exec(text)
    if (start !== null) this.#start(start[1] ?? '')
    else if (this.#drafts.length > 0) this.#line(text, line)
  }

  end(): readonly TranscriptDraft[] {
    this.#close()
    return this.#drafts
  }

  get #draft(): TranscriptDraft | undefined {
    return this.#drafts.at(-1)
  }

  #start(at: string): void {
    this.#close()
    this.#command = undefined
    this.#lastAnswer = undefined
    const draft = new TranscriptDraft('aider', {
      agent: 'aider',
      kind: 'main',
      externalId: at,
      startedAt: at,
    })
    draft.issue(partialTranscript(at, 'Added files and the map of the repository are'))
    this.#drafts.push(draft)
  }

  #line(text: string, line: number): void {
    const state = this.#state
    const isInFence = state.kind === 'answer' && state.isInFence
    if (state.kind === 'printed') this.#printed(state.lines, text)
    else if (!isInFence && /^####(?: |$)/.test(text)) this.#typed(text, line)
    else if (!isInFence && /^> ?/.test(text)) this.#beginsOutput(text.replace(/^> ?/, ''), line)
    else this.#answered(text, line)
  }

  #beginsOutput(text: string, line: number): void {
    this.#close()
    const lines: string[] = []
    this.#state = { kind: 'printed', line, lines }
    this.#printed(lines, text)
  }

  #typed(text: string, line: number): void {
    const said = text.replace(/^#### ?/, '').trimEnd()
    if (this.#state.kind === 'typed') this.#state.lines.push(said)
    else {
      this.#close()
      this.#state = { kind: 'typed', line, lines: [said] }
    }
  }

  #printed(lines: string[], text: string): void {
    lines.push(text.trimEnd())
    if (text.endsWith('  ')) this.#close()
  }

  #answered(text: string, line: number): void {
    if (this.#state.kind !== 'answer') {
      this.#close()
      if (text.trim() === '') return
      this.#state = { kind: 'answer', line, lines: [], isInFence: false }
    }
    if (this.#state.kind !== 'answer') return
    this.#state.lines.push(text)
    if (/^\s{0,3}(?:```|~~~)/.test(text)) this.#state.isInFence = !this.#state.isInFence
  }

  #close(): void {
    const state = this.#state
    this.#state = { kind: 'nothing' }
    if (state.kind === 'nothing') return
    const text = state.lines.join('\n').trim()
    if (state.kind === 'typed') this.#say(text, state.line)
    else if (state.kind === 'printed') this.#print(text, state.line)
    else if (text !== '') this.#lastAnswer = this.#append('assistant', text, state.line)
  }

  /** A command isn't sent; what it leads to may be. */
  #say(text: string, line: number): void {
    const isCommand = /^[/!]/.test(text)
    this.#command = COMMANDS_WITH_OUTPUT.test(text) ? text : undefined
    if (/^\/(?:clear|reset)\b/.test(text)) {
      this.#draft?.restart('clearing', [])
      this.#lastAnswer = undefined
    }
    if (!isCommand) this.#append('user', text, line)
  }

  #print(text: string, line: number): void {
    const usage = parseTokenLine(text)
    const isOurs = usage !== undefined || /^(?:Applied edit to |Commit [0-9a-f]{7})/.test(text)
    if (usage !== undefined && this.#lastAnswer !== undefined) this.#draft?.usage(this.#lastAnswer, usage)
    if (isOurs || this.#command === undefined || text === '') return
    const part = { kind: 'text' as const, text, raw: text }
    this.#draft?.append({ role: 'user', parts: [part], human: false, raw: text, keys: [`line:${line}`] })
  }

  #append(role: 'user' | 'assistant', text: string, line: number): number | undefined {
    const part = { kind: 'text' as const, text, raw: text }
    const message: LoggedMessage =
      role === 'user'
        ? { ...userMessage([part], text), keys: [`line:${line}`] }
        : { role, parts: [part], human: false, raw: text, keys: [`line:${line}`] }
    return this.#draft?.append(message)
  }
}
