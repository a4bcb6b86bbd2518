import {
  findPath,
  issuesAbout,
  openGraph,
  type PathPage,
  pathJson,
  pathRecords,
  pathText,
  readGraphNotes,
} from '@varve/core/recall'
import { viewFor } from './commit.ts'
import { compactionDisplay, compactionFields, isRawAsked } from './compaction-input.ts'
import { integer, positional, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { findNode } from './find-node.ts'
import { openAsOf } from './open-as-of.ts'
import { defineOperation } from './operation.ts'
import { shortIdIn } from './short-id.ts'
import { tokenCounter } from './token-counter.ts'
import { walkFields, walkRules } from './walk-input.ts'

const DEFAULT_HOPS = 10
const EXAMPLE = 'varve path 7c1d09aa 1f0e88b2'

/** `varve path`: how two entries hang together. */
export const path = defineOperation({
  name: 'path',
  summary: 'Show how two entries hang together',
  effect: 'reads',
  fields: {
    from: positional('The entry to start from', 'from'),
    to: positional('The entry to come to', 'to'),
    maxHops: integer(`How long the path may be (default ${DEFAULT_HOPS})`),
    ...walkFields,
    ...compactionFields,
    asOf: text('The memory as it was at a record or an instant', { value: 'record|time' }),
  },
  examples: [EXAMPLE, `${EXAMPLE} --weighted --json`],
  run(input, context) {
    const reader = input.asOf === undefined ? context.reading() : openAsOf(context, input.asOf)
    const view = viewFor(context, reader)
    const isRaw = isRawAsked(input)
    const rules = walkRules(input, DEFAULT_HOPS, EXAMPLE)
    const graph = openGraph(reader, view, { isRaw })
    const [asked, askedEnd] = [findEntry(reader, input.from), findEntry(reader, input.to)]
    const [from, to] = [findNode(graph, asked), findNode(graph, askedEnd)]
    const { isFound, visits, steps, truncation } = findPath(graph, from, to, rules)
    const counter = tokenCounter(context.config.memory.counter)
    const source = { reader, view, isRaw, counter, compaction: compactionDisplay(input) }
    const askedFor = new Map([
      [from, asked],
      [to, askedEnd],
    ])
    const page: PathPage = {
      from,
      to,
      direction: rules.direction,
      invertsInbound: rules.invertsInbound,
      isFound,
      truncation,
      notes: readGraphNotes(source, visits, askedFor),
      links: steps,
      issues: issuesAbout(view.issues(), [asked, askedEnd, ...visits.map(({ node }) => node)]),
    }
    return {
      json: pathJson(page),
      human: pathText(page, (id) => shortIdIn(reader, id)),
      records: pathRecords(page),
      issues: page.issues,
    }
  },
})
