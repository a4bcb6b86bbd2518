import { type EntryId, recordHeader, recordLine, type StoreReader } from '@varve/core'
import { measureDigest, openDigests, type TreeStep, textIssues, treeUnder } from '@varve/core/digest'
import { viewFor } from './commit.ts'
import { entryLabel } from './digest/entry-label.ts'
import { counterName, MEASURE_FIELDS, measureFor, percentText } from './digest/measure.ts'
import { integer, positional } from './field.ts'
import { findEntry } from './find-entry.ts'
import { defineOperation } from './operation.ts'

const DEEPEST = 50

/** `varve compact show`: what lies under a digest. */
export const compactShow = defineOperation({
  name: 'compact show',
  summary: 'Show what lies under a digest',
  effect: 'reads',
  fields: {
    digest: positional('The digest', 'id'),
    compactionDepth: integer('How deep to look (default 1)', { minimum: 1, maximum: DEEPEST }),
    compactionMaxNodes: integer('How many to list; counts and percentages stay those of all', { minimum: 1 }),
    ...MEASURE_FIELDS,
  },
  examples: ['varve compact show 7c1d09aa', 'varve compact show 7c1d09aa --compaction-depth 3 --json'],
  run({ digest: typed, compactionDepth: depth = 1, compactionMaxNodes, ...measuring }, context) {
    const reader = context.reading()
    const digest = findEntry(reader, typed)
    const digests = openDigests(reader, viewFor(context, reader), [digest])
    const measure = measureFor(context, measuring)
    const tree = treeUnder(digests, digest, depth)
    const sources = digests.sourcesOf(digest)
    const size = measureDigest(reader, digests, digest, measure)
    const entry = reader.entry(digest)
    const page: Page = {
      digest,
      sources,
      missing: digests.missingOf(digest),
      contested: sources.filter((id) => digests.contestersOf(id).length > 0),
      size: {
        basis: measure.basis,
        counter: counterName(measure),
        digest: size.digest,
        expanded: size.expanded,
      },
      percent: size.percent,
      depth,
      percentAtDepth: measureDigest(reader, digests, digest, measure, depth).percent,
      tree: tree.slice(0, compactionMaxNodes),
      total: tree.length,
      issues: [
        ...digests.issuesAbout([digest, ...sources]),
        ...(entry === undefined || sources.length === 0 ? [] : textIssues(entry, size.percent)),
      ],
    }
    return { json: json(page), human: human(reader, page), records: records(page), issues: page.issues }
  },
})

interface Page {
  readonly digest: EntryId
  readonly sources: readonly EntryId[]
  readonly missing: readonly EntryId[]
  readonly contested: readonly EntryId[]
  readonly size: {
    readonly basis: string
    readonly counter: string
    readonly digest: number
    readonly expanded: number
  }
  readonly percent: number
  readonly depth: number
  readonly percentAtDepth: number
  readonly tree: readonly TreeStep[]
  readonly total: number
  readonly issues: ReturnType<typeof textIssues>
}

function json(page: Page): object {
  const { digest, sources, missing, contested, size, percent, depth, percentAtDepth, tree, total, issues } =
    page
  return {
    digest_id: digest,
    compacts: sources,
    count: sources.length,
    missing,
    contested,
    compaction_pct: percent,
    size,
    depth,
    ...(depth > 1 && { pct_at_depth: percentAtDepth }),
    tree,
    truncated: tree.length < total,
    shown: tree.length,
    total,
    issues,
  }
}

function human(reader: StoreReader, page: Page): string {
  const { digest, sources, missing, contested, size, percent, depth, percentAtDepth, tree, total } = page
  if (sources.length + missing.length === 0) return `${digest} does not compact any notes\n`
  const unit = size.counter === 'chars' ? 'characters' : 'tokens'
  const isContested = new Set(contested)
  return `${[
    `Digest: ${entryLabel(reader, digest)}`,
    `Direct compaction count: ${sources.length}`,
    `Compaction: ${percentText(percent)} (${size.digest} of ${size.expanded} ${unit}, ${size.basis})`,
    ...(depth > 1 ? [`Compaction at depth ${depth}: ${percentText(percentAtDepth)}`] : []),
    '',
    'Compacted notes:',
    ...inTreeOrder(digest, tree).map(({ to, depth: level, seen }) => {
      const marks = `${seen ? ' (seen)' : ''}${level === 1 && isContested.has(to) ? ' (contested)' : ''}`
      return `${'  '.repeat(level)}- ${entryLabel(reader, to)}${marks}`
    }),
    ...(tree.length < total ? [`  (${tree.length} of ${total} shown)`] : []),
    ...missing.map((id) => `  - ${id} (missing)`),
  ].join('\n')}\n`
}

/** Each step below the one that it comes from: people read a tree depth first. */
function inTreeOrder(digest: EntryId, tree: readonly TreeStep[]): readonly TreeStep[] {
  const open = tree.filter(({ from }) => from === digest).reverse()
  const ordered: TreeStep[] = []
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    ordered.push(step)
    const { to, seen } = step
    if (!seen) open.push(...tree.filter(({ from }) => from === to).reverse())
  }
  return ordered
}

function records({ digest, sources, missing, percent, depth, percentAtDepth, tree, total }: Page): string {
  return `${[
    recordHeader('compact.show', {
      digest,
      count: sources.length,
      compaction: percentText(percent),
      depth,
      ...(depth > 1 && { depth_compaction: percentText(percentAtDepth) }),
      truncated: tree.length < total,
      ...(tree.length < total && { shown: tree.length, total }),
    }),
    ...tree.map(({ from, to, depth: level, seen }) =>
      depth === 1
        ? recordLine('D', ['compacted', to])
        : recordLine('D', ['compacted_tree'], { from, to, depth: level, seen }),
    ),
    ...missing.map((id) => recordLine('D', ['missing', id])),
  ].join('\n')}\n`
}
