import { printJson } from '@varve/core'
import {
  fitTree,
  issuesAbout,
  openGraph,
  readGraphNotes,
  sortLinks,
  type TreePage,
  treeJson,
  treeRecords,
  treeText,
  walkGraph,
} from '@varve/core/recall'
import { budgetFields, budgetOf } from './budget-input.ts'
import { viewFor } from './commit.ts'
import { compactionDisplay, compactionFields, isRawAsked } from './compaction-input.ts'
import { integer, positional, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { findNode } from './find-node.ts'
import { madeWhenAsked } from './made-when-asked.ts'
import { openAsOf } from './open-as-of.ts'
import { defineOperation } from './operation.ts'
import { shortIdIn } from './short-id.ts'
import { walkFields, walkRules } from './walk-input.ts'

const DEFAULT_HOPS = 3
const EXAMPLE = 'varve tree 7c1d09aa'

/** `varve tree`: what an entry is linked with, hop by hop. */
export const tree = defineOperation({
  name: 'tree',
  summary: 'Show what an entry is linked with, hop by hop',
  effect: 'reads',
  fields: {
    id: positional('The entry to start from', 'id'),
    maxHops: integer(`How far (default ${DEFAULT_HOPS})`),
    ...walkFields,
    ...budgetFields,
    ...compactionFields,
    asOf: text('The memory as it was at a record or an instant', { value: 'record|time' }),
  },
  examples: [`${EXAMPLE} --max-hops 2`, `${EXAMPLE} --type supports --direction out --json`],
  run(input, context) {
    const reader = input.asOf === undefined ? context.reading() : openAsOf(context, input.asOf)
    const view = viewFor(context, reader)
    const isRaw = isRawAsked(input)
    const rules = walkRules(input, DEFAULT_HOPS, EXAMPLE)
    const budget = budgetOf(input, context)
    const graph = openGraph(reader, view, { isRaw })
    const asked = findEntry(reader, input.id)
    const root = findNode(graph, asked)
    const { visits, steps, truncation } = walkGraph(graph, root, rules)
    const source = { reader, view, isRaw, counter: budget.counter, compaction: compactionDisplay(input) }
    const notes = readGraphNotes(source, visits, new Map([[root, asked]]))
    const page: TreePage = {
      root,
      direction: rules.direction,
      maxHops: rules.maxHops,
      invertsInbound: rules.invertsInbound,
      truncation,
      notes,
      links: sortLinks(steps, visits),
      issues: issuesAbout(view.issues(), [asked, ...visits.map(({ node }) => node)]),
    }
    const fitted = (render: (page: TreePage) => string) =>
      fitTree(page, render, budget, `varve tree ${input.id}`)
    const asText = (shown: TreePage) => treeText(shown, (id) => shortIdIn(reader, id))
    return madeWhenAsked({
      json: () => treeJson(fitted((shown) => printJson(treeJson(shown)))),
      human: () => asText(fitted(asText)),
      records: () => treeRecords(fitted(treeRecords)),
      issues: page.issues,
    })
  },
})
