import type { EntryId } from '../../domain/ids.ts'

/** What a model wrote, by digest, and why there is no text of the others. */
export interface WrittenDigests {
  readonly texts: ReadonlyMap<EntryId, string>
  readonly failed: ReadonlyMap<EntryId, string>
}
