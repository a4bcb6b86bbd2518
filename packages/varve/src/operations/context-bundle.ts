import {
  type EntryId,
  type Issue,
  LINK_INVERSES,
  printJson,
  type StoreReader,
  sortedUnique,
  VarveError,
} from '@varve/core'
import {
  type Bundle,
  bundleJson,
  bundleRecords,
  bundleText,
  fitBundle,
  inverseType,
  isEmptySelection,
  issuesAbout,
  type Ontology,
  openGraph,
  parseCustomFilter,
  readBlocks,
  SAFETY_BANNER,
  type Selection,
  selectEntries,
} from '@varve/core/recall'
import { budgetFields, budgetOf } from './budget-input.ts'
import { viewFor } from './commit.ts'
import { compactionDisplay, compactionFields, isRawAsked } from './compaction-input.ts'
import { flag, type InputOf, integer, list, share, text } from './field.ts'
import { findByWords } from './find-by-words.ts'
import { findEntry } from './find-entry.ts'
import { madeWhenAsked } from './made-when-asked.ts'
import { openAsOf } from './open-as-of.ts'
import { defineOperation } from './operation.ts'
import { primeContext } from './prime-context.ts'
import { shortIdIn } from './short-id.ts'
import { walkFields, walkRules } from './walk-input.ts'

const DEFAULT_HOPS = 3
const PRIME_CHARS = 6000
const EXAMPLE = 'varve context --note 7c1d09aa --max-tokens 2000'
const ENTRY_TYPES = ['fact', 'note', 'learning', 'digest', 'map']

const fields = {
  note: list('This entry; may be given again', { value: 'id' }),
  collectionRoot: list('This entry, and what it links to', { value: 'id' }),
  moc: list('The same as --collection-root', { value: 'id' }),
  transitive: flag('With --collection-root: what those link to as well'),
  walk: text('This entry, and what links lead to from it', { value: 'id' }),
  query: text('What answers a search', { value: 'words' }),
  tag: list('Entries of this tag; of any, where given again', { value: 'tag' }),
  category: list('Entries of this category; of any, where given again', { value: 'name' }),
  customFilter: list('Only entries whose own fields meet this: k=v, k, !k, k>n', { value: 'filter' }),
  backlinks: flag('What links to all of the above, too'),
  related: share('What is at least so like any of the above, too: five of each at most'),
  summaryOnly: flag('A summary of each entry rather than its text'),
  custom: flag('Show the own fields of entries'),
  includeOntology: flag('Say which types of entries and links there are'),
  noSafetyBanner: flag('Leave out the line that says how to take the notes'),
  prime: flag('What a session starts with, instead'),
  maxHops: integer(`With --walk: how far (default ${DEFAULT_HOPS})`),
  ...walkFields,
  minValue: integer('Only entries of this value or more, but for those of --note', { maximum: 100 }),
  ...budgetFields,
  ...compactionFields,
  asOf: text('The memory as it was at a record or an instant', { value: 'record|time' }),
}

type ContextInput = InputOf<typeof fields>

/** `varve context`: entries for one task, digests first, within a budget. */
export const contextBundle = defineOperation({
  name: 'context',
  summary: 'Gather entries for a task, within a budget',
  effect: 'renders',
  fields,
  examples: ['varve context --query "release checklist" --max-tokens 2000', 'varve context --prime'],
  run(input, context) {
    const budget = budgetOf(input, context)
    if (input.prime) {
      const isUnlimited = budget.maxChars === undefined && budget.maxTokens === undefined
      return primeContext(
        context,
        { ...budget, ...(isUnlimited && { maxChars: PRIME_CHARS }) },
        !input.noSafetyBanner,
      )
    }
    const reader = input.asOf === undefined ? context.reading() : openAsOf(context, input.asOf)
    const view = viewFor(context, reader)
    const isRaw = isRawAsked(input)
    const selection = selectionOf(input, reader)
    const graph = openGraph(reader, view, { isRaw })
    const search = findByWords(context, reader, view, isRaw)
    const { selected, withheld } = selectEntries({ reader, view, graph, isRaw, search }, selection)
    const notes = { reader, view, isRaw, counter: budget.counter, compaction: compactionDisplay(input) }
    const blocks = readBlocks(notes, selected)
    if (input.asOf === undefined)
      context.noteUse(
        'recall',
        selected.map(({ id }) => id),
      )
    const issues = [
      ...issuesAbout(
        view.issues(),
        selected.map(({ id }) => id),
      ),
      ...withheld.map(withheldIssue),
    ]
    const bundle: Bundle = {
      blocks,
      total: blocks.length,
      isTruncated: false,
      banner: input.noSafetyBanner ? undefined : SAFETY_BANNER,
      isSummaryOnly: input.summaryOnly,
      showsCustom: input.custom,
      ontology: input.includeOntology ? ontologyOf(bundleTypes(blocks)) : undefined,
      issues,
    }
    const fitted = (render: (bundle: Bundle) => string) =>
      fitBundle(bundle, render, budget, 'varve context --note 7c1d09aa')
    const asText = (shown: Bundle) => bundleText(shown, (id) => shortIdIn(reader, id))
    return madeWhenAsked({
      json: () => bundleJson(fitted((shown) => printJson(bundleJson(shown)))),
      human: () => asText(fitted(asText)),
      records: () => bundleRecords(fitted(bundleRecords)),
      issues,
    })
  },
})

function selectionOf(input: ContextInput, reader: StoreReader): Selection {
  const find = (id: string) => findEntry(reader, id)
  const selection: Selection = {
    notes: input.note.map(find),
    roots: [...input.collectionRoot, ...input.moc].map(find),
    isTransitive: input.transitive,
    walk:
      input.walk === undefined
        ? undefined
        : { root: find(input.walk), rules: walkRules(input, DEFAULT_HOPS, EXAMPLE) },
    query: input.query,
    tags: input.tag,
    categories: input.category,
    minimumValue: input.minValue,
    filters: input.customFilter.map(parseCustomFilter),
    hasBacklinks: input.backlinks,
    relatedAt: input.related,
  }
  if (!isEmptySelection(selection)) return selection
  throw new VarveError('usage', 'nothing to select by: --note, --query, --tag, --walk, …', { fix: [EXAMPLE] })
}

function withheldIssue(id: EntryId): Issue {
  return {
    code: 'withheld',
    severity: 'warning',
    subjects: [id],
    message: `${id} is quarantined or retracted, so it is in no bundle`,
    fix: [`varve show ${id} --raw`],
  }
}

function bundleTypes(blocks: Bundle['blocks']): readonly string[] {
  return blocks.map(({ note }) => note.type)
}

function ontologyOf(types: readonly string[]): Ontology {
  return {
    types: sortedUnique([...ENTRY_TYPES, ...types]),
    linkTypes: Object.keys(LINK_INVERSES).map((type) => ({ type, inverse: inverseType(type) })),
  }
}
