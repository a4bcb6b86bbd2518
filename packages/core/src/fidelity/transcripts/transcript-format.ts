import type { ReadOptions } from './read-options.ts'
import type { TranscriptDraft } from './transcript-draft.ts'

/** A way in which an agent writes its sessions down. */
export interface TranscriptFormat {
  readonly name: string
  /** What its reader takes: values of JSON (of lines, or the one of a whole document), or lines of text. */
  readonly input: 'json' | 'text'
  /** Whether a value, or the beginning of a text, is of this format; asked in the order of the registry. */
  readonly detect: (sample: unknown) => boolean
  readonly open: (options: ReadOptions) => TranscriptReader
}

/** Reads one file from front to back. Nothing in it makes it throw. */
export interface TranscriptReader {
  /** A record or line, and its number in the file, from 0. */
  readonly take: (item: unknown, line: number) => void
  /** The sessions in the file, the main ones first. */
  readonly end: () => readonly TranscriptDraft[]
}
