import { est1 } from '../counters/est1.ts'
import type { EntryId } from '../domain/ids.ts'
import { sortedUnique } from '../domain/order.ts'
import { anchorsOf } from '../guard/anchors/anchors-of.ts'
import { comparePair } from '../guard/pair/compare-pair.ts'
import { checkRewrite } from '../guard/rewrite/check-rewrite.ts'
import { renderRewriteResult } from '../guard/rewrite/render-rewrite-result.ts'
import type { Dropped, RewriteSource } from '../guard/rewrite/rewrite-result.ts'
import { type Batch, pairsOf } from './batches/batch.ts'
import type { MergeSource } from './merge-source.ts'
import type { AnsweredGroup } from './parse-groups.ts'
import { aliasOf } from './prompts/prompt.ts'
import { fusedId, type Proposal, sourceSaying } from './proposal.ts'

export interface GroupLimits {
  readonly maxEntryTokens: number
  readonly maxLeafSources: number
  readonly maxMergeDepth: number
  readonly maxNovelty: number
  readonly maxDropped: number
}

export interface JudgeContext {
  readonly project: string
  readonly limits: GroupLimits
  /** Masks secrets. */
  readonly redact: (text: string) => string
  readonly isSecret: (text: string) => boolean
  /** Why a merge of these was turned down before; undefined where it wasn't. */
  readonly turnedDown: (
    kind: Batch['kind'],
    id: EntryId,
    sources: readonly MergeSource[],
  ) => string | undefined
}

/** Judges the groups of an answer in turn: an entry is of one group at most. */
export function judgeGroups(
  batch: Batch,
  groups: readonly AnsweredGroup[],
  context: JudgeContext,
): readonly Proposal[] {
  const taken = new Set<string>()
  return groups.map((group) => {
    const isTaken = group.ids.some((alias) => taken.has(alias))
    for (const alias of group.ids) taken.add(alias)
    return judgeGroup(batch, group, isTaken, context)
  })
}

/** Turned down before: no finding of the guard, and told nobody again. */
export const DECLINED = 'declined'

function judgeGroup(batch: Batch, group: AnsweredGroup, isTaken: boolean, context: JudgeContext): Proposal {
  const byAlias = new Map(batch.candidates.map((candidate, place) => [aliasOf(place), candidate]))
  const sources = [...new Set(group.ids)].flatMap((alias) => byAlias.get(alias) ?? [])
  const text = group.text.trim()
  const about = {
    kind: batch.kind,
    id: fusedId(
      context.project,
      sources.map(({ key }) => key),
    ),
    sources,
    text,
  }
  const rejected = (code: string, detail: string): Proposal => ({
    ...about,
    verdict: 'reject',
    codes: [code],
    detail,
  })
  if (sources.length < group.ids.length) return rejected('G02', 'an entry that was not shown, or one twice')
  if (sources.length < 2) return rejected('G02', 'fewer than two entries')
  if (isTaken) return rejected('G03', 'an entry of an earlier group')
  const capped = overCaps(sources, text, context.limits)
  if (capped !== undefined) return rejected(...capped)
  const masked = context.redact(text)
  if (masked !== text) return { ...rejected('G15', 'a secret'), text: masked }
  const declined = context.turnedDown(batch.kind, about.id, sources)
  if (declined !== undefined) return rejected(DECLINED, declined)
  return guarded(about, group, context)
}

function overCaps(
  sources: readonly MergeSource[],
  text: string,
  { maxEntryTokens, maxLeafSources, maxMergeDepth }: GroupLimits,
): readonly [code: string, detail: string] | undefined {
  const tokens = est1.count(text)
  if (tokens > maxEntryTokens) return ['G13', `${tokens} tokens; ${maxEntryTokens} may be`]
  const leaves = sources.reduce((sum, source) => sum + source.leaves.length, 0)
  if (leaves > maxLeafSources) return ['G16', `${leaves} entries under one; ${maxLeafSources} may be`]
  const depth = 1 + Math.max(...sources.map((source) => source.depth))
  if (depth > maxMergeDepth) return ['G16', `${depth} merges over one another; ${maxMergeDepth} may be`]
  return undefined
}

type Judged = Pick<Proposal, 'kind' | 'id' | 'sources' | 'text'>

function guarded(about: Judged, group: AnsweredGroup, context: JudgeContext): Proposal {
  const leaves = about.sources.flatMap((source) => source.leaves)
  const keeps = sourceSaying(about.text, about.sources)
  // A fusion that says what one entry says alone makes one of them all: it is judged as that.
  const kind = keeps === undefined ? about.kind : 'dedup'
  const pairs = judgePairs({ ...about, kind }, leaves)
  const dropped = droppedOf(about, group, context.limits)
  const { maxNovelty } = context.limits
  const result = checkRewrite(
    { kind, sources: leaves, output: about.text, dropped },
    { maxNovelty, isSecret: context.isSecret },
  )
  const isVetoed = pairs.some(({ severity }) => severity === 'reject')
  const isDoubtful = pairs.length > 0 || dropped.length > 0
  const verdict = isVetoed ? 'reject' : result.verdict === 'accept' && isDoubtful ? 'review' : result.verdict
  return {
    ...about,
    ...(keeps !== undefined && { keeps }),
    verdict,
    codes: sortedUnique([...pairs.map(({ code }) => code), ...result.findings.map(({ code }) => code)]),
    detail: [renderRewriteResult({ ...result, verdict }), ...pairs.map(({ detail }) => detail)].join('; '),
    result,
  }
}

interface PairFinding {
  readonly code: string
  readonly severity: 'reject' | 'review'
  readonly detail: string
}

const WEAK: readonly string[] = ['low-overlap', 'cross-language']
const OF_THE_PLACE = ['key', 'context']

/** What a verdict on two entries permits, beyond what the check of the text sees. */
function judgePairs({ kind, sources }: Judged, leaves: readonly RewriteSource[]): readonly PairFinding[] {
  // Distinct facts that a fusion joined before are no news; those of two sources are.
  const sourceOf = new Map(sources.flatMap((source) => source.leaves.map(({ id }) => [id, source] as const)))
  const found = pairsOf(leaves)
    .filter(([a, b]) => sourceOf.get(a.id) !== sourceOf.get(b.id))
    .flatMap(([a, b]) => pairFinding(kind, a, b, shareTopic(sourceOf.get(a.id), sourceOf.get(b.id))) ?? [])
  const [worst = undefined] = found.toSorted((a, b) => rank(a) - rank(b))
  return worst === undefined ? [] : [worst]
}

function rank({ severity }: PairFinding): number {
  return severity === 'reject' ? 0 : 1
}

/** A tag or a file that two entries have in common. */
function shareTopic(a: MergeSource | undefined, b: MergeSource | undefined): boolean {
  if (a === undefined || b === undefined) return false
  const paths = new Set(a.entry.refs.flatMap(({ path }) => path ?? []))
  return (
    a.entry.tags.some((tag) => b.entry.tags.includes(tag)) ||
    b.entry.refs.some(({ path }) => path !== undefined && paths.has(path))
  )
}

function pairFinding(
  kind: Judged['kind'],
  a: RewriteSource,
  b: RewriteSource,
  hasTopic: boolean,
): PairFinding | undefined {
  const context = { ...(a.ctx && { a: a.ctx }), ...(b.ctx && { b: b.ctx }) }
  const { verdict, reasons, flags, overlap } = comparePair(a.text, b.text, context)
  const said = (severity: PairFinding['severity'], why: readonly string[]): PairFinding => ({
    code: 'G05',
    severity,
    detail: `${why.join(',')} (${a.id} ${b.id})`,
  })
  if (verdict === 'related') {
    const held = kind === 'dedup' ? flags : flags.filter((flag) => flag === 'relative-time')
    return held.length > 0 ? said('review', held) : undefined
  }
  if (verdict !== 'distinct') return undefined
  if (reasons.some((reason) => OF_THE_PLACE.some((place) => reason.startsWith(place)))) {
    return said('reject', reasons)
  }
  if (!reasons.every((reason) => WEAK.includes(reason))) return undefined
  // What only a third entry ties together isn't of one subject: else a chain would grow into one text.
  const isApart = kind === 'dedup' || (overlap === 0 && !hasTopic)
  return isApart ? said('review', reasons) : undefined
}

/** What a model says that it left out, as far as it may: a person looks at it. */
function droppedOf(
  { sources }: Judged,
  { ids, dropped }: AnsweredGroup,
  { maxDropped }: GroupLimits,
): readonly Dropped[] {
  if (dropped.length === 0 || dropped.length > maxDropped) return []
  const byAlias = new Map([...new Set(ids)].map((alias, place) => [alias, sources[place]]))
  return dropped.flatMap(({ e, anchor }) => {
    const leaves = byAlias.get(e)?.leaves ?? []
    return leaves.flatMap(({ id, text }) => {
      const type = anchorsOf(text).find(({ raw, value }) => raw === anchor || value === anchor)?.type
      return type === undefined ? [] : [{ type, anchor, source: id, reason: 'out-of-scope' as const }]
    })
  })
}
