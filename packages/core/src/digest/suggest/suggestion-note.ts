import type { EntryId } from '../../domain/ids.ts'

/** What suggesting needs to know of an entry. */
export interface SuggestionNote {
  readonly id: EntryId
  readonly title: string
  readonly body: string
  readonly tags: readonly string[]
  /** Files, symbols and addresses that it speaks of. */
  readonly refs: readonly string[]
  /** 0–100 */
  readonly value: number
  /** Of title and body. */
  readonly tokens: number
  readonly characters: number
  readonly isDigest: boolean
}
