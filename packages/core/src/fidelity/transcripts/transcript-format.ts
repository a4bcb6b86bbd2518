import type { TranscriptDraft } from './transcript-draft.ts'

export interface ReadOptions {
  /** Name of the format; without it the content decides. */
  readonly from?: string
  /** Where a file holds several sessions: the number of one, from 1, or the start of its id. */
  readonly session?: string
  /** The session's id where the file holds none, such as the name of its folder. */
  readonly externalId?: string
  /** Where a session is a tree: the start of the id of the end to read up to. */
  readonly branch?: string
  /** Takes in what was left behind where somebody went back, too: all of the file, in its order. */
  readonly everything?: boolean
}

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
