import type { DraftPart } from '../../host/draft.ts'
import { userMessage } from '../../host/user-message.ts'
import { type LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptReader } from '../transcript-format.ts'
import { partialTranscript } from '../transcript-issues.ts'
import { parseAgentBlock } from './parse-block.ts'

const SESSION = /^<!-- (.+?) Session (\S+) \(([^)]*)\) -->$/
const HEADER = /^_\*\*(User|Agent)( - sidechain)?(?: \((.*)\))?\*\*_$/
const TIME = /(\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ?)$/

interface Header {
  readonly isUser: boolean
  readonly isSide: boolean
  readonly time: string
  readonly model?: string
}

/** An answer that is being put together of its blocks. */
interface Answer {
  readonly header: Header
  readonly line: number
  readonly parts: DraftPart[]
  readonly results: DraftPart[]
}

export class SpecstoryReader implements TranscriptReader {
  #main = newDraft({ agent: 'import', kind: 'main' })
  readonly #drafts: TranscriptDraft[] = [this.#main]
  #side: TranscriptDraft | undefined
  #header: Header | undefined
  #line = 0
  #block: string[] = []
  #isInTool = false
  #answer: Answer | undefined
  #calls = 0

  take(item: unknown, line: number): void {
    const text = typeof item === 'string' ? item : ''
    const header = this.#isInTool ? undefined : parseHeader(text)
    const session = this.#isInTool || this.#header !== undefined ? null : SESSION.exec(text)
    if (session !== null) this.#session(session[1] ?? '', session[2] ?? '', session[3] ?? '')
    else if (header !== undefined) {
      this.#closeBlock()
      this.#header = header
      this.#line = line
    } else if (this.#header !== undefined) this.#content(text)
  }

  end(): readonly TranscriptDraft[] {
    this.#closeBlock()
    this.#closeAnswer()
    return this.#side === undefined ? this.#drafts : [...this.#drafts, this.#side]
  }

  #session(agent: string, externalId: string, time: string): void {
    this.#main.note({ agent: AGENTS[agent] ?? agent.toLowerCase().replaceAll(' ', '-'), externalId })
    this.#main.noteTime(isoOf(time))
  }

  #content(text: string): void {
    if (this.#block.length === 0 && text.trim() === '') return
    if (this.#block.length === 0)
      this.#isInTool = text.startsWith('<tool-use ') && this.#header?.isUser === false
    this.#block.push(text)
    if (this.#isInTool && /^(?:<\/details>)?<\/tool-use>\s*$/.test(text)) this.#isInTool = false
  }

  #closeBlock(): void {
    const [header, text] = [
      this.#header,
      this.#block
        .join('\n')
        .replace(/\n---\s*$/, '')
        .trim(),
    ]
    this.#block = []
    this.#isInTool = false
    if (header === undefined || text === '' || text === '---') return
    if (header.isUser) {
      this.#closeAnswer()
      this.#say(header, text)
    } else this.#agentBlock(header, text)
  }

  #say(header: Header, text: string): void {
    const draft = this.#draftOf(header)
    const message = userMessage([{ kind: 'text', text, raw: text }], text)
    const isSummary = text.startsWith('This session is being continued from a previous conversation')
    const logged = {
      ...message,
      human: message.human && !isSummary && !header.isSide,
      ...this.#from(header, this.#line),
    }
    if (isSummary) draft.restart('compaction', [logged])
    else draft.append(logged)
  }

  /** What is said up to a call, and calls that follow it at the same time, are one answer. */
  #agentBlock(header: Header, text: string): void {
    const block = parseAgentBlock(text, `call-${this.#calls}`)
    if (block.call !== undefined) this.#calls++
    const open = this.#answer
    const hasCalled = open?.parts.some((part) => part.kind === 'tool_call') === true
    const goesOn =
      open?.header.isSide === header.isSide &&
      (!hasCalled || (block.call !== undefined && open.header.time === header.time))
    if (!goesOn) this.#closeAnswer()
    this.#answer ??= { header, line: this.#line, parts: [], results: [] }
    // The time of an answer is that of its last block: calls written later at the same time belong to it.
    this.#answer = { ...this.#answer, header }
    this.#answer.parts.push(...block.said, ...(block.call === undefined ? [] : [block.call]))
    if (block.result !== undefined) this.#answer.results.push(block.result)
  }

  #closeAnswer(): void {
    const answer = this.#answer
    this.#answer = undefined
    if (answer === undefined || answer.parts.length === 0) return
    const draft = this.#draftOf(answer.header)
    const raw = answer.parts.map((part) => part.raw)
    const from = this.#from(answer.header, answer.line)
    draft.append({ role: 'assistant', parts: answer.parts, human: false, raw, ...from })
    if (answer.header.model !== undefined) draft.note({ model: answer.header.model })
    if (answer.results.length > 0)
      draft.append({ role: 'tool', parts: answer.results, human: false, raw, ...from })
  }

  #from(header: Header, line: number): Pick<LoggedMessage, 'keys' | 'at' | 'model'> {
    const at = isoOf(header.time)
    this.#draftOf(header).noteTime(at)
    return {
      keys: [`line:${line}`],
      ...(at === undefined ? {} : { at }),
      ...(header.model === undefined ? {} : { model: header.model }),
    }
  }

  #draftOf(header: Header): TranscriptDraft {
    if (!header.isSide) return this.#main
    const { agent, externalId } = this.#main.facts
    const parent =
      externalId === undefined ? {} : { externalId: `${externalId}/sidechain`, parentId: externalId }
    this.#side ??= newDraft({ agent, kind: 'subagent', ...parent })
    return this.#side
  }
}

const AGENTS: Readonly<Record<string, string>> = {
  'Claude Code': 'claude-code',
  'Codex CLI': 'codex',
  'Gemini CLI': 'gemini-cli',
  'Cursor CLI': 'cursor',
}

function newDraft(facts: TranscriptDraft['facts']): TranscriptDraft {
  const draft = new TranscriptDraft('specstory', facts)
  draft.issue(partialTranscript(facts.externalId, 'Most arguments of calls are'))
  return draft
}

function parseHeader(text: string): Header | undefined {
  const header = HEADER.exec(text.trimEnd())
  if (header === null) return undefined
  const facts = header[3] ?? ''
  const time = TIME.exec(facts)?.[1] ?? ''
  const model = header[1] === 'Agent' ? facts.slice(0, facts.length - time.length).trim() : ''
  const isSide = header[2] !== undefined
  return { isUser: header[1] === 'User', isSide, time, ...(model === '' ? {} : { model }) }
}

function isoOf(time: string): string | undefined {
  return time === '' ? undefined : time.replace(' ', 'T')
}
