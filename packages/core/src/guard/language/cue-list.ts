/** What a cue tells of. Cues of one family never count inside a longer cue of the same family. */
export type CueFamily =
  | 'modality'
  | 'status'
  | 'quantifier'
  | 'comparator'
  | 'relative-time'
  | 'directed-verb'
  | 'negator'
  | 'order'

/** Class of phrases that only look like a cue: what they hold inside counts for nothing. */
export const NO_CUE = '-'

/**
 * Phrases that make a class present. In a phrase `*` at the end stands for any word ending, ` _ `
 * for one optional word, and `#` at the end for a digit that must follow.
 */
export interface CueList {
  readonly family: CueFamily
  readonly class: string
  readonly phrases: readonly string[]
  /** Words before which the phrase means something else. */
  readonly unlessBefore?: readonly string[]
}

/** Lists of one family, by class. */
export function cueLists(
  family: CueFamily,
  table: Readonly<Record<string, readonly string[]>>,
): readonly CueList[] {
  return Object.entries(table).map(([name, list]) => ({ family, class: name, phrases: list }))
}
