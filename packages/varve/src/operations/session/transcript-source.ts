import type { CaptureCursor, Instant, Issue } from '@varve/core'
import type { Transcript } from '@varve/core/sessions'

/** Where sessions are read from: a file, another program's database, what hooks said. */
export interface TranscriptSource {
  /** When it was last written. */
  readonly writtenAt: Instant
  /** Whether nothing came since `cursor`. */
  isUnchanged(cursor: CaptureCursor): boolean
  /** Stretches from `cursor` on, in order. */
  batches(cursor: CaptureCursor | undefined): Iterable<TranscriptBatch>
}

/** The sessions of one stretch, and the cursor up to which it was read. */
export interface TranscriptBatch {
  readonly transcripts: readonly Transcript[]
  readonly cursor: CaptureCursor
  /** Bytes of the stretch. */
  readonly bytes: number
  readonly issues: readonly Issue[]
}
