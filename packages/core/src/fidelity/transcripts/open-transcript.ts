import type { Issue } from '../../domain/issue.ts'
import { TRANSCRIPT_FORMATS } from './formats.ts'
import { parseCutJson } from './parse-cut-json.ts'
import { parseRecordLine } from './parse-record-line.ts'
import type { ReadOptions } from './read-options.ts'
import { LineSplitter } from './split-lines.ts'
import type { Transcript } from './transcript.ts'
import type { TranscriptDraft } from './transcript-draft.ts'
import type { TranscriptFormat, TranscriptReader } from './transcript-format.ts'
import { badLine, unknownTranscript } from './transcript-issues.ts'

/** What a file of transcripts holds. */
export interface TranscriptFile {
  /** Left out where no format recognised the content. */
  readonly format?: string
  /** The main sessions first, then those of their sub-agents. */
  readonly transcripts: readonly Transcript[]
  /** What is wrong with the file itself; each transcript lists them too. */
  readonly issues: readonly Issue[]
}

/** The whole of a text at once. */
export function readTranscript(text: string, options: ReadOptions = {}): TranscriptFile {
  const stream = new TranscriptStream(options)
  stream.push(text)
  return stream.end()
}

// Formats show in the first records; a file that begins with garbage gets some more to say what it is.
const LINES_TO_RECOGNISE = 200

/**
 * Reads a transcript as its text comes in, in chunks of any size. A line is parsed when it is complete, and only
 * what the messages need is kept of it. JSON that is one document must be there as a whole.
 */
export class TranscriptStream {
  readonly #options: ReadOptions
  readonly #lines = new LineSplitter()
  #waiting: string[] = []
  #lineCount = 0
  #isDocument = false
  #brokenFirst: string | undefined
  #format: TranscriptFormat | undefined
  #reader: TranscriptReader | undefined
  readonly #issues: Issue[] = []

  constructor(options: ReadOptions = {}) {
    this.#options = options
    if (options.from !== undefined) this.#choose(TRANSCRIPT_FORMATS.find(({ name }) => name === options.from))
  }

  push(chunk: string): void {
    for (const line of this.#lines.push(chunk)) this.#line(line)
  }

  /** Goes on as if so many lines had been read: what stood between is known already. */
  skipTo(line: number): void {
    this.#lineCount = line
  }

  get format(): string | undefined {
    return this.#format?.name
  }

  /** Whether the rest may be read by itself, with the first lines before it. */
  get isOfLines(): boolean {
    return this.#format?.input === 'json' && !this.#isDocument && this.#reader !== undefined
  }

  end(): TranscriptFile {
    const last = this.#lines.end()
    if (last !== '') this.#line(last)
    if (this.#isDocument) this.#document(this.#waiting.join('\n'))
    else if (this.#reader === undefined) this.#recognise(true)
    this.#endFirst()
    return this.#file()
  }

  #line(line: string): void {
    const text = this.#lineCount === 0 && line.startsWith('\ufeff') ? line.slice(1) : line
    if (this.#lineCount === 0) this.#isDocument = this.#format?.input !== 'text' && beginsDocument(text)
    this.#lineCount++
    if (this.#isDocument) this.#waiting.push(text)
    else if (this.#reader !== undefined) this.#take(text, this.#lineCount - 1)
    else {
      this.#waiting.push(text)
      if (this.#waiting.length === 1 || this.#waiting.length % 10 === 0) this.#recognise(false)
    }
  }

  /** Looks what the lines so far are of, and reads them; at the end at the latest. */
  #recognise(isEnd: boolean): void {
    const samples = this.#waiting.flatMap((line) => parseRecordLine(line).records)
    const format =
      TRANSCRIPT_FORMATS.find(({ input, detect }) => input === 'json' && samples.some(detect)) ??
      TRANSCRIPT_FORMATS.find(({ input, detect }) => input === 'text' && detect(this.#waiting.join('\n')))
    if (format === undefined) {
      if (isEnd || this.#waiting.length < LINES_TO_RECOGNISE) return
      this.#waiting.shift()
      return
    }
    this.#choose(format)
    const waiting = this.#waiting
    this.#waiting = []
    waiting.forEach((line, index) => {
      this.#take(line, this.#lineCount - waiting.length + index)
    })
  }

  #choose(format: TranscriptFormat | undefined): void {
    this.#format = format
    this.#reader = format?.open(this.#options)
  }

  #take(line: string, number: number): void {
    if (this.#format?.input === 'text') {
      this.#reader?.take(line, number)
      return
    }
    const { records, isBroken } = parseRecordLine(line)
    for (const record of records) this.#reader?.take(record, number)
    if (isBroken && number === 0 && records.length === 0) this.#brokenFirst = line
    else if (isBroken) this.#badLine(number, line.length)
  }

  /** A first line that is broken is a document of one line if nothing follows it, and else a bad line. */
  #endFirst(): void {
    const first = this.#brokenFirst ?? (this.#reader === undefined ? this.#waiting[0] : undefined)
    if (first === undefined || this.#isDocument) return
    if (this.#lineCount === 1) this.#document(first)
    else this.#badLine(0, first.length)
  }

  #document(text: string): void {
    const { value, isBroken } = parseCutJson(text)
    if (this.#format === undefined) {
      this.#choose(TRANSCRIPT_FORMATS.find(({ input, detect }) => input === 'json' && detect(value)))
    }
    if (isBroken) this.#badLine(0, text.length)
    this.#reader?.take(value, 0)
  }

  #badLine(line: number, length: number): void {
    this.#issues.push(badLine(line, length))
  }

  #file(): TranscriptFile {
    if (this.#format === undefined)
      return {
        transcripts: [],
        issues: [...this.#issues, unknownTranscript(TRANSCRIPT_FORMATS.map(({ name }) => name))],
      }
    const drafts = (this.#reader?.end() ?? []).filter((draft) => !draft.isEmpty)
    this.#nameThose(drafts.filter((draft) => draft.facts.externalId === undefined))
    const transcripts = drafts.map((draft) => draft.finish(this.#issues, this.#options))
    return {
      format: this.#format.name,
      transcripts: chosen(transcripts, this.#options.session),
      issues: this.#issues,
    }
  }

  /** Gives sessions without an id the one that the caller knows; several are numbered. */
  #nameThose(drafts: readonly TranscriptDraft[]): void {
    const { externalId } = this.#options
    if (externalId === undefined) return
    drafts.forEach((draft, index) => {
      draft.note({ externalId: index === 0 ? externalId : `${externalId}/${index + 1}` })
    })
  }
}

/** Whether a first line begins a JSON document that goes on: a record of JSON Lines is whole, or garbage. */
function beginsDocument(line: string): boolean {
  return /^\s*(?:\[|\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*[^\n]{0,200}[,{[]\s*)?$)/.test(line)
}

function chosen(transcripts: readonly Transcript[], session: string | undefined): readonly Transcript[] {
  if (session === undefined) return transcripts
  const byNumber = /^\d{1,6}$/.test(session) ? transcripts[Number(session) - 1] : undefined
  if (byNumber !== undefined) return [byNumber]
  return transcripts.filter(
    ({ externalId, sessionId }) => externalId.startsWith(session) || sessionId.startsWith(session),
  )
}
