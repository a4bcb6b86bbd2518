import type { EntryId } from '../domain/ids.ts'
import { sortedUnique } from '../domain/order.ts'
import { uuidV5 } from '../domain/uuid.ts'
import { textKey } from '../guard/normalise/text-key.ts'
import type { RewriteResult } from '../guard/rewrite/rewrite-result.ts'
import type { MergeKind } from './batches/batch.ts'
import type { MergeSource } from './merge-source.ts'

/** What a model proposes, and what the guard says of it. */
export interface Proposal {
  readonly kind: MergeKind
  /** Of the entry that it would become: the same for the same sources, whoever asks whichever model. */
  readonly id: EntryId
  readonly sources: readonly MergeSource[]
  readonly text: string
  /** One of the sources says it word for word: it stands for the others, and nothing is written. */
  readonly keeps?: MergeSource
  readonly verdict: RewriteResult['verdict']
  readonly codes: readonly string[]
  /** Why, for whoever reads the log. */
  readonly detail: string
  /** Undefined where it never came to the guard. */
  readonly result?: RewriteResult
}

/** The source that says the text word for word, by its normal form. */
export function sourceSaying(text: string, sources: readonly MergeSource[]): MergeSource | undefined {
  return sources.find(({ entry }) => textKey(entry.content) === textKey(text))
}

/** Two replicas that merge the same sources write one entry. */
export function fusedId(project: string, keys: readonly string[]): EntryId {
  return uuidV5(['varve/merges/1', project, ...sortedUnique(keys)].join('\n')) as EntryId
}
