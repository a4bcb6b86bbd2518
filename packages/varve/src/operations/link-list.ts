import { type EntryId, recordHeader, recordLine, type StoreReader } from '@varve/core'
import {
  type Graph,
  headlineOf,
  linkRecords,
  linksJson,
  openGraph,
  type Step,
  stepsFrom,
} from '@varve/core/recall'
import { viewFor } from './commit.ts'
import { flag, positional } from './field.ts'
import { findEntry } from './find-entry.ts'
import { findNode } from './find-node.ts'
import { defineOperation } from './operation.ts'
import { shortIdIn } from './short-id.ts'
import { walkFields, walkRules } from './walk-input.ts'

const EXAMPLE = 'varve link list 7c1d09aa'

/** `varve link list`: the links of what is shown for an entry, those that lead to it under their inverse names. */
export const linkList = defineOperation({
  name: 'link list',
  summary: 'List the links of an entry',
  effect: 'reads',
  fields: {
    id: positional('The entry', 'id'),
    direction: walkFields.direction,
    type: walkFields.type,
    excludeType: walkFields.excludeType,
    typedOnly: walkFields.typedOnly,
    inlineOnly: walkFields.inlineOnly,
    noSemanticInversion: walkFields.noSemanticInversion,
    raw: flag('The links of the entry itself, even where another stands in for it'),
    noResolveCompaction: flag('The same as --raw'),
  },
  examples: [EXAMPLE, `${EXAMPLE} --direction in --json`],
  run(input, context) {
    const reader = context.reading()
    const isRaw = input.raw || input.noResolveCompaction
    const graph = openGraph(reader, viewFor(context, reader), { isRaw })
    const asked = findEntry(reader, input.id)
    const id = findNode(graph, asked)
    const rules = walkRules({ ...NO_LIMITS, ...input }, 1, EXAMPLE)
    const steps = stepsFrom(id, graph.edgesOf([id]).get(id) ?? [], rules, graph)
    const missing = rules.direction === 'in' ? [] : listMissing(reader, graph, asked)
    const via = asked === id ? undefined : asked
    return {
      json: {
        id,
        ...(via !== undefined && { via }),
        links: linksJson(steps, rules).map((link, at) => ({
          ...link,
          title: titleOf(reader, steps[at]?.to),
        })),
        missing: missing.map(({ to, type, source }) => ({ id: to, type, source })),
      },
      human: renderText(reader, steps, missing),
      records: `${[
        recordHeader('link.list', { id, via, count: steps.length, missing: missing.length }),
        ...linkRecords(steps, rules),
        ...missing.map(({ to, type }) => recordLine('D', ['missing', to], { type })),
      ].join('\n')}\n`,
    }
  },
})

const NO_LIMITS = {
  minValue: undefined,
  weighted: false,
  maxCost: undefined,
  maxNodes: undefined,
  maxEdges: undefined,
  maxFanout: undefined,
}

type Missing = ReturnType<StoreReader['links']>[number]

/** Links of an entry to what isn't there yet: they become live when it arrives. */
function listMissing(reader: StoreReader, graph: Graph, id: EntryId): readonly Missing[] {
  return reader.links({ from: id }).filter(({ to }) => graph.nodeOf(to) === undefined && !reader.entry(to))
}

function renderText(reader: StoreReader, steps: readonly Step[], missing: readonly Missing[]): string {
  if (steps.length + missing.length === 0) return 'No links\n'
  const lines = [
    ...steps.map(({ to, type, isInbound, edge }) => {
      const arrow = isInbound ? '<-' : '->'
      return `${arrow} ${shortIdIn(reader, to)} ${titleOf(reader, to)} [${type}] (${isInbound ? 'virtual' : edge.source})`
    }),
    ...missing.map(({ to, type, source }) => `-> ${to} (not here yet) [${type}] (${source})`),
  ]
  return `${lines.join('\n')}\n`
}

function titleOf(reader: StoreReader, id: EntryId | undefined): string {
  const entry = id === undefined ? undefined : reader.entry(id)
  return entry === undefined ? '' : headlineOf(entry)
}
