import { reviewItemId } from '../../compact/review-item.ts'
import type { StoreReader } from '../../ports/store.ts'
import { readDecision } from '../../review/decision.ts'
import { type MergeKind, pairsOf } from '../batches/batch.ts'
import type { JudgeContext } from '../judge-group.ts'
import type { MergeSource } from '../merge-source.ts'
import { nameOf } from '../name-of.ts'
import { MERGE_PROMPTS } from '../prompts/merge-prompts.ts'
import type { ProposeRequest } from './propose-request.ts'

type Judged = Pick<
  ProposeRequest,
  'reader' | 'limits' | 'redact' | 'isSecret' | 'ledger' | 'retryRejected' | 'full'
>

/** What a group is judged by: the settings, and what was decided of the same statements before. */
export function judgeContext(request: Judged): JudgeContext {
  const { reader, limits, redact, isSecret, ledger, retryRejected, full } = request
  const before = new Map(ledger.rejected.map(({ name, detail }) => [name, detail]))
  return {
    project: reader.project,
    limits,
    redact,
    isSecret,
    turnedDown(kind, id, sources) {
      if (keptApart(reader, kind, sources)) return 'kept apart in review'
      const known = reader.entry(id)
      if (known?.state === 'active') return 'it is there already'
      if (retryRejected) return undefined
      if (known !== undefined) return 'it was taken back'
      return full ? undefined : before.get(nameOfSources(kind, sources))
    },
  }
}

/** Names the statements of a proposal, as the ledger does. */
export function nameOfSources(kind: MergeKind, sources: readonly MergeSource[]): string {
  return nameOf(
    MERGE_PROMPTS[kind].name,
    sources.map(({ key }) => key),
  )
}

/** A person said of two of them that they are not the same. */
function keptApart(reader: StoreReader, kind: MergeKind, sources: readonly MergeSource[]): boolean {
  if (kind === 'fuse') return false
  return pairsOf(sources.map(({ entry }) => entry.id)).some(
    (pair) => readDecision(reader.review(reviewItemId('near_duplicate', pair)))?.action === 'reject',
  )
}
