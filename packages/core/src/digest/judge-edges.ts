import type { EntryText } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { DroppedAnchor, JudgedFinding, RewriteJudgement } from '../domain/judgement.ts'
import { entryEntity, type Operation } from '../domain/operation.ts'
import type { Plan } from '../domain/plan.ts'
import { sha256 } from '../domain/sha256.ts'
import { readStatement } from '../guard/rewrite/read-statement.ts'
import type { Finding, RewriteResult } from '../guard/rewrite/rewrite-result.ts'
import { listRevisions } from '../journal/revisions.ts'
import type { StoreReader } from '../ports/store.ts'
import { roundHalfAway } from './compaction-percent.ts'
import { frontierOf } from './lineage/frontier.ts'
import type { Digests } from './lineage/open-digests.ts'
import { wholeText, withoutWikiLinks } from './metrics/evidence-kept.ts'

/**
 * The plan with what the guard said of a digest, on each edge that puts something under it: figures of the
 * whole text, findings and omissions of the edge's own sources. What is missing without a word was left out
 * by whoever registered the digest, so it is kept as that.
 */
export function judgeEdges(
  reader: StoreReader,
  after: Digests,
  plan: Plan,
  { digest, result }: { readonly digest: EntryId; readonly result: RewriteResult },
): Plan {
  const name = createNaming(reader, digest)
  const operations = plan.operations.map((operation): Operation => {
    if (operation.op !== 'lineage.add' || operation.top !== digest) return operation
    const below = frontierOf(after, operation.under, Number.POSITIVE_INFINITY)
    const leaves = new Set<string>([operation.under, ...below])
    const own = result.findings.filter(({ source }) => source === undefined || leaves.has(source))
    return { ...operation, guard: judgementOf(result, own, name, (source) => reasonOf(after, source)) }
  })
  return { ...plan, operations }
}

function judgementOf(
  { guard_v, verdict, anchors, coverage, novelty }: RewriteResult,
  findings: readonly Finding[],
  name: Naming,
  reasonFor: (source: string) => DroppedAnchor['reason'],
): RewriteJudgement {
  return {
    guard_v,
    verdict,
    anchors,
    coverage: roundHalfAway(coverage, DECIMALS),
    novelty: roundHalfAway(novelty, DECIMALS),
    findings: findings.map((finding) => judged(finding, name)),
    dropped: findings.flatMap(({ check, type, anchor, isSecret, source }): readonly DroppedAnchor[] => {
      if (check !== 'lost' || type === undefined || anchor === undefined || source === undefined) return []
      const reason = isSecret ? 'secret' : reasonFor(source)
      return [{ type, anchor: name(source, type, anchor), source, reason }]
    }),
  }
}

function judged({ check, severity, type, anchor, source }: Finding, name: Naming): JudgedFinding {
  return {
    check,
    severity,
    ...(type !== undefined && { type }),
    ...(anchor !== undefined && { anchor: name(source, type ?? '', anchor) }),
    ...(source !== undefined && { source }),
  }
}

function reasonOf(after: Digests, source: string): DroppedAnchor['reason'] {
  const view = after.viewOf(source as EntryId)
  if (view?.hidden?.reason === 'superseded') return 'superseded'
  return view?.hidden?.reason === 'duplicate' ? 'duplicate-of' : 'out-of-scope'
}

const DECIMALS = 4

/** Names something that stands in a text; without a source, in that of the digest. */
type Naming = (source: string | undefined, type: string, anchor: string) => string

function createNaming(reader: StoreReader, digest: EntryId): Naming {
  const keys = new Map<string, string>()
  return (source, type, anchor) => {
    const id = source ?? digest
    const key = keys.get(id) ?? keyOf(reader.entry(id as EntryId) ?? { content: '' })
    keys.set(id, key)
    return nameAnchor(key, type, anchor)
  }
}

/** It is never kept, and only who has the text can work it out. */
function keyOf(text: EntryText): string {
  return sha256(`anchors/1\n${wholeText(text)}`)
}

const NAME_LENGTH = 16

function nameAnchor(key: string, type: string, anchor: string): string {
  return sha256(`${key}\n${type}\n${anchor}`).slice(0, NAME_LENGTH)
}

/** A dropped anchor as it stands in its source, for as long as that text is there. */
export interface OpenDropped extends DroppedAnchor {
  readonly text?: string
}

/** Gives dropped anchors their texts back, from the revision of each source that they were taken from. */
export function openDropped(
  reader: Pick<StoreReader, 'events'>,
  dropped: readonly DroppedAnchor[],
): readonly OpenDropped[] {
  const named = new Map<string, ReadonlyMap<string, string>>()
  return dropped.map((each) => {
    const texts = named.get(each.source) ?? namesIn(reader, each.source as EntryId)
    named.set(each.source, texts)
    const text = texts.get(each.anchor)
    return text === undefined ? each : { ...each, text }
  })
}

function namesIn(reader: Pick<StoreReader, 'events'>, source: EntryId): ReadonlyMap<string, string> {
  return new Map(
    listRevisions(reader.events(entryEntity(source))).flatMap((revision) => {
      const key = keyOf(revision)
      const statement = readStatement(withoutWikiLinks(wholeText(revision)))
      const anchors = statement.anchors.map(({ type, raw }) => [type, raw] as const)
      const words = [...statement.rawForms, ...statement.lowerForms, ...statement.words].flatMap((word) => [
        ['product', word] as const,
        ['contrast', word] as const,
      ])
      return [...anchors, ...words].map(([type, text]) => [nameAnchor(key, type, text), text] as const)
    }),
  )
}
