import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import { byText, sortedUnique } from '../domain/order.ts'
import type { StoreReader } from '../ports/store.ts'
import type { ApplyRequest } from './apply-request.ts'
import type { Digests } from './lineage/open-digests.ts'

interface Proposal {
  readonly reader: StoreReader
  /** Its sources are those that would be added. */
  readonly request: ApplyRequest
  /** Edges that these have to other tops. */
  readonly rivals: readonly LineageEdge[]
  /** How all would stand. */
  readonly after: Digests
}

/** Everything that would be wrong with the lineage once the sources were under the digest. */
export function findProblems(proposal: Proposal): readonly VarveError[] {
  const { digest, sources } = proposal.request
  const isSelf = sources.includes(digest)
  return [
    ...(isSelf ? [lineage(`self_lineage: ${digest} cannot stand in for itself`, [digest])] : []),
    ...(proposal.reader.entry(digest)?.state === 'retracted' ? [retracted(digest)] : []),
    ...takenSources(proposal),
    ...cycles(proposal),
  ]
}

function lineage(message: string, subjects: readonly string[], fix: readonly string[] = []): VarveError {
  return new VarveError('lineage', message, { subjects, fix })
}

function retracted(digest: EntryId): VarveError {
  return lineage(`retracted: ${digest}`, [digest], [`varve edit ${digest} --restore`])
}

/** Sources under another top; and those of whom another says the same, and is. */
function takenSources({ request, rivals, after }: Proposal): readonly VarveError[] {
  const { digest, sources, move, kind } = request
  const own = move ? [] : rivals.filter((edge) => edge.top === digest || !speaksFor(after, digest, edge.top))
  const direct = sources.flatMap((under) => {
    const tops = sortedUnique(own.filter((edge) => edge.under === under).map(({ top }) => top))
    return tops.length === 0 ? [] : [taken(digest, under, tops, kind)]
  })
  if (direct.length > 0) return direct
  return after
    .issuesAbout(sources)
    .filter(({ code, subjects }) => code === 'multiple_tops' && subjects.some((id) => isOf(sources, id)))
    .map(({ message, subjects, fix }) =>
      lineage(
        `multiple_tops: ${message}`,
        subjects,
        fix.filter((command) => !command.startsWith(`varve compact remove ${digest} `)),
      ),
    )
}

/** Whoever supersedes a top answers for what lies under it. */
function speaksFor(after: Digests, digest: EntryId, top: EntryId): boolean {
  const seen = new Set<EntryId>()
  for (let at = top; !seen.has(at); ) {
    if (at === digest) return true
    seen.add(at)
    const hidden = after.viewOf(at)?.hidden
    if (hidden?.reason !== 'superseded' || hidden.by === null) return false
    at = hidden.by
  }
  return false
}

function isOf(ids: readonly EntryId[], id: string): boolean {
  return ids.some((each) => each === id)
}

function taken(
  digest: EntryId,
  under: EntryId,
  tops: readonly string[],
  kind: ApplyRequest['kind'],
): VarveError {
  const option = kind === 'digests' ? '' : ` --kind ${kind}`
  return lineage(
    `multiple_tops: ${under} is already under ${tops.join(', ')}`,
    [under, ...tops],
    [`varve compact apply ${digest} --note ${under}${option} --move`],
  )
}

/** Each source that stands above the digest already, by whatever relation, with the way round. */
function cycles({ reader, request: { digest, sources }, after }: Proposal): readonly VarveError[] {
  const found = after
    .issuesAbout([digest])
    .filter(({ code, subjects }) => code === 'lineage_cycle' && subjects.some((id) => isOf(sources, id)))
  if (found.length === 0) return []
  const ways = sources
    .filter((source) => source !== digest)
    .flatMap((source) => {
      const way = wayDown(reader, source, digest)
      return way === undefined ? [] : [way]
    })
  if (ways.length === 0)
    return found.map(({ message, subjects }) => lineage(`lineage_cycle: ${message}`, subjects))
  return ways.map((way) => lineage(`lineage_cycle: ${[digest, ...way].join(' -> ')}`, sortedUnique(way)))
}

/** The shortest way from an entry down to another, breadth first in the order of ids. */
function wayDown(reader: StoreReader, from: EntryId, to: EntryId): readonly EntryId[] | undefined {
  const cameFrom = new Map<EntryId, EntryId | undefined>([[from, undefined]])
  let level: readonly EntryId[] = [from]
  while (level.length > 0) {
    const next: EntryId[] = []
    for (const top of level) {
      for (const under of reader
        .lineage({ top })
        .map((edge) => edge.under)
        .sort(byText)) {
        if (cameFrom.has(under)) continue
        cameFrom.set(under, top)
        next.push(under)
      }
    }
    if (cameFrom.has(to)) return pathTo(cameFrom, to)
    level = next
  }
  return undefined
}

function pathTo(cameFrom: ReadonlyMap<EntryId, EntryId | undefined>, to: EntryId): readonly EntryId[] {
  const path: EntryId[] = []
  for (let at: EntryId | undefined = to; at !== undefined; at = cameFrom.get(at)) path.unshift(at)
  return path
}
