import { groupBy } from '../../compact/group-by.ts'
import { contentHash } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Operation } from '../../domain/operation.ts'
import { by, byText, inOrder, sortedUnique } from '../../domain/order.ts'
import { lineageAddition } from '../../edit/plan-lineage.ts'
import type { StoreReader } from '../../ports/store.ts'
import { groupKeyOf } from '../cluster/eligible.ts'
import { findClusters, smallestId } from '../cluster/find-clusters.ts'
import { type Member, readMember } from '../cluster/member.ts'
import type { KnownEntry } from '../known-entry.ts'
import type { ConsolidationRequest } from '../options.ts'
import type { ReportedCluster, SkippedCluster, WrittenText } from '../report.ts'
import { judgeDigest } from '../written/judge-digest.ts'
import { digestFields, digestIdOf } from './digest-fields.ts'
import { type DigestText, writeDigest } from './write-digest.ts'

/** What clusters came to: digests with the operations that put them in place, and those that stay as they are. */
export interface DigestedClusters {
  readonly operations: readonly Operation[]
  readonly clusters: readonly ReportedCluster[]
  readonly skipped: readonly SkippedCluster[]
}

/** Finds the clusters among cold entries and writes a digest of each; by entity, layer and smallest id. */
export function digestClusters(
  reader: StoreReader,
  cold: readonly KnownEntry[],
  { rules, written }: Pick<ConsolidationRequest, 'rules' | 'written'>,
): DigestedClusters {
  const outcomes = [...groupBy(cold, groupKeyOf).values()]
    .filter(({ length }) => length > 1)
    .flatMap((group) => findClusters(group.map(readMember), rules))
    .map((members) => ({ members, result: digestCluster(reader, members, written) }))
    .sort(outcomeOrder)
  const results = outcomes.map(({ result }) => result)
  const digests = results.filter((result) => 'operations' in result)
  return {
    operations: digests.flatMap(({ operations }) => operations),
    clusters: digests.map(({ reported }) => reported),
    skipped: results.filter((result) => 'reason' in result),
  }
}

interface ClusterOutcome {
  readonly members: readonly Member[]
  readonly result:
    | SkippedCluster
    | { readonly operations: readonly Operation[]; readonly reported: ReportedCluster }
}

const outcomeOrder = inOrder<ClusterOutcome>(
  by(({ members }) => members[0]?.known.subject.name ?? '', byText),
  by(({ members }) => members[0]?.known.layer ?? '', byText),
  by(({ members }) => smallestId(members), byText),
)

function digestCluster(
  reader: StoreReader,
  members: readonly Member[],
  written: ConsolidationRequest['written'],
): ClusterOutcome['result'] {
  const [first] = members
  const ids = sortedUnique(members.map(({ known }) => known.entry.id)) as EntryId[]
  const about = {
    entity: first?.known.subject.name ?? '',
    layer: first?.known.layer ?? 'context',
    ids,
  } as const
  const digest = digestIdOf(reader.project, members)
  // Somebody took it back or apart: it isn't decided again.
  if (reader.entry(digest) !== undefined) return { ...about, reason: 'declined' }
  const byRules = writeDigest(members)
  if (typeof byRules === 'string') return { ...about, reason: byRules }
  const { text, told } = chosenText(members, byRules, digest, written)
  return {
    operations: digestOperations(reader, digest, members, text),
    reported: { ...reportOf(about, digest, members, text), ...(told && { written: told }) },
  }
}

/** What a model wrote, where that passes the guard; else what the rules wrote, which always does. */
function chosenText(
  members: readonly Member[],
  byRules: DigestText,
  digest: EntryId,
  written: ConsolidationRequest['written'],
): { readonly text: DigestText; readonly told?: WrittenText } {
  if (written === undefined) return { text: byRules }
  const answer = written.texts.get(digest)
  if (answer === undefined) {
    const reason = written.failed.get(digest) ?? 'not_asked'
    return { text: byRules, told: { kind: 'declined', reason } }
  }
  const judged = judgeDigest(members, answer)
  if (typeof judged !== 'string') {
    return { text: judged, told: { kind: 'used', ruleText: wholeOf(byRules) } }
  }
  return { text: byRules, told: { kind: 'declined', reason: judged, text: answer } }
}

function wholeOf({ title, content }: DigestText): string {
  return `${title}\n${content}`
}

function reportOf(
  about: Pick<ReportedCluster, 'entity' | 'layer' | 'ids'>,
  digest: EntryId,
  members: readonly Member[],
  text: DigestText,
): ReportedCluster {
  return {
    ...about,
    digest,
    tokensBefore: members.reduce((sum, member) => sum + member.tokens, 0),
    tokensAfter: text.tokens,
    text: wholeOf(text),
  }
}

function digestOperations(
  reader: StoreReader,
  digest: EntryId,
  members: readonly Member[],
  text: DigestText,
): readonly Operation[] {
  const unders = members.map(({ known }) => known.entry).sort(by(({ id }) => id, byText))
  return [
    { op: 'entry.add', id: digest, fields: digestFields(members, text) },
    ...unders.map((entry) =>
      lineageAddition(reader, {
        kind: 'consolidates',
        top: digest,
        under: entry.id,
        source_hash: contentHash(entry),
      }),
    ),
  ]
}
