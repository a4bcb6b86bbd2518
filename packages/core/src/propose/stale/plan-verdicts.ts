import type { Flag } from '../../domain/entry.ts'
import { entityOf, type Operation } from '../../domain/operation.ts'
import type { Plan } from '../../domain/plan.ts'
import { revisionOf } from '../../edit/plan-edit.ts'
import { planBase } from '../../journal/apply-plan.ts'
import type { StoreReader } from '../../ports/store.ts'
import { isFlagRefused } from '../../stale/plan-stale.ts'
import type { MergePlanRequest } from '../plan-merges.ts'
import type { StaleVerdict } from './judge-verdict.ts'

/**
 * Flags what a model found stale, with the lines that bear it out; of what it found accurate, notes the
 * files as they are now and takes the flag away. No entry is ever retracted by this.
 */
export function planVerdicts(
  reader: StoreReader,
  verdicts: readonly StaleVerdict[],
  { command, reason, agent }: MergePlanRequest,
): Plan {
  const operations = verdicts.flatMap((verdict) => operationsOf(reader, verdict, agent))
  return {
    stage: 'stage2',
    command,
    reason,
    operations,
    base: planBase(reader, operations.map(entityOf)),
  }
}

function operationsOf(reader: StoreReader, verdict: StaleVerdict, agent: string): readonly Operation[] {
  const { id, doubt } = verdict
  const entry = reader.entry(id)
  // Changed since it was asked about: the next run sees the new text.
  if (entry === undefined || entry.text_version !== doubt.check.version) return []
  const open: Flag | null = entry.flags.find(({ kind }) => kind === 'stale') ?? null
  if (verdict.verdict === 'stale') {
    if (isFlagRefused(reader, entry, verdict.reason) || open?.reason === verdict.reason) return []
    return [flagOf(verdict, agent, open)]
  }
  if (verdict.verdict === 'unsure') return []
  const cleared: readonly Operation[] =
    open === null ? [] : [{ op: 'flag.clear', id, kind: 'stale', reason: 'still accurate', was: open }]
  const revision = revisionOf(entry, { set: { refs: refsNow(verdict) } })
  return [...cleared, ...(revision === undefined ? [] : [revision])]
}

function flagOf(
  { id, reason, evidence, isUnverified }: StaleVerdict,
  agent: string,
  was: Flag | null,
): Operation {
  return {
    op: 'flag.set',
    id,
    kind: 'stale',
    reason,
    evidence: {
      model: agent,
      file: evidence?.path ?? null,
      quote: evidence?.quote ?? null,
      hash: evidence?.hash ?? null,
      ...(isUnverified && { unverified: true }),
    },
    was,
  }
}

function refsNow({ doubt }: StaleVerdict) {
  const hashes = new Map(doubt.files.map(({ path, hash }) => [path, hash]))
  return doubt.entry.refs.map((ref) => {
    const hash = ref.path === undefined ? undefined : hashes.get(ref.path)
    return hash === undefined || ref.hash === undefined ? ref : { ...ref, hash }
  })
}
