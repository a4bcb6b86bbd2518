import { basename } from 'node:path'
import {
  type CaptureCursor,
  formatInstant,
  type Instant,
  messageIdOf,
  type StoreReader,
  sessionIdOf,
} from '@varve/core'
import { TranscriptStream } from '@varve/core/sessions'
import type { SpooledSession } from './spool-record.ts'
import { sha256Of } from './transcript-file.ts'
import type { TranscriptBatch, TranscriptSource } from './transcript-source.ts'

/** What hooks were told of a session that lies in no file: its events so far, each in a record of the spool. */
export class SpooledEvents implements TranscriptSource {
  readonly writtenAt: Instant
  readonly #records: readonly SpooledSession[]
  readonly #reader: StoreReader

  /** Of one session, oldest first. */
  constructor(records: readonly SpooledSession[], reader: StoreReader) {
    this.#records = records
    this.#reader = reader
    this.writtenAt = records.at(-1)?.at ?? 0
  }

  isUnchanged(cursor: CaptureCursor): boolean {
    return this.#newSince(cursor).length === 0
  }

  *batches(cursor: CaptureCursor | undefined): Iterable<TranscriptBatch> {
    const stream = new TranscriptStream({ everything: true, from: 'cursor' })
    const text = this.#lines(this.#newSince(cursor)).join('')
    stream.push(text)
    const { transcripts, issues } = stream.end()
    const bytes = Buffer.byteLength(text)
    const offset = (cursor?.offset ?? 0) + bytes
    yield {
      transcripts,
      issues,
      bytes,
      cursor: {
        format: 'cursor',
        file_key: sha256Of(this.#records[0]?.session ?? ''),
        offset,
        size: offset,
        lines: (cursor?.lines ?? 0) + this.#records.length,
        tail_sha256: sha256Of(text),
        // A run that ends before their files are gone leaves them to the next one.
        taken: this.#records.map(({ file }) => basename(file)),
      },
    }
  }

  #newSince(cursor: CaptureCursor | undefined): readonly SpooledSession[] {
    return this.#records.filter(({ file }) => cursor?.taken?.includes(basename(file)) !== true)
  }

  /** Each with its number among its like, which goes on from those that are kept. */
  #lines(records: readonly SpooledSession[]): readonly string[] {
    const counts = new Map<string, number>()
    return records.map(({ agent, session, at, payload }) => {
      const like = `gen:${payload?.generation_id ?? ''}:${payload?.hook_event_name ?? ''}`
      let k = counts.get(like) ?? 0
      while (
        this.#reader.sessionOfMessage(messageIdOf(sessionIdOf(agent, session), `${like}:${k}`)) !== undefined
      )
        k++
      counts.set(like, k + 1)
      return `${JSON.stringify({ ...payload, conversation_id: session, at: formatInstant(at), k })}\n`
    })
  }
}
