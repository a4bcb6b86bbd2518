import type { CaptureCursor, Issue } from '@varve/core'

/** What came of reading one file. */
export interface Capture {
  readonly path: string
  readonly format: string | undefined
  /** Ids of the sessions in it, in text order. */
  readonly sessions: readonly string[]
  readonly messages: number
  readonly parts: number
  readonly revised: number
  /** Up to where it is read. */
  readonly offset: number
  /** Bytes that were read now. */
  readonly bytes: number
  readonly redactions: Readonly<Record<string, number>>
  readonly issues: readonly Issue[]
  /** Why nothing was taken of it. */
  readonly skipped?: 'unchanged' | 'unknown_format' | 'busy' | 'other_project' | 'excluded' | 'unreadable'
  /** Where it was left because it is another project's: which, where that can be told. */
  readonly otherProject?: string
}

/** The same in words, of a file or several. */
export const SAID_OF_SKIPPED: Readonly<Record<NonNullable<Capture['skipped']>, string>> = {
  unchanged: 'known already',
  unknown_format: 'no transcripts',
  busy: 'being read by another process',
  other_project: 'of other projects (--any-project takes them too)',
  excluded: 'left out',
  unreadable: 'unreadable',
}

export interface CaptureOptions {
  /** Takes sessions of whatever project. */
  readonly anyProject: boolean
  /** A folder that is known to be of this project, though it may be gone. */
  readonly ownFolder?: string
  /** Is told how many bytes were read so far. */
  readonly onBytes?: (bytes: number) => void
}

/** A file of which nothing was taken. */
export function nothingOf(
  path: string,
  skipped: NonNullable<Capture['skipped']>,
  cursor?: CaptureCursor,
): Capture {
  return {
    path,
    format: cursor?.format,
    sessions: [],
    messages: 0,
    parts: 0,
    revised: 0,
    offset: cursor?.offset ?? 0,
    bytes: 0,
    redactions: {},
    issues: [],
    skipped,
  }
}
