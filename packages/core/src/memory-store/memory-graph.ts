import type { EntryId } from '../domain/ids.ts'
import { type Issue, issueOrder } from '../domain/issue.ts'
import type { JsonObject } from '../domain/json.ts'
import { type LineageEdge, lineageOrder } from '../domain/lineage.ts'
import { type Link, linkOrder } from '../domain/link.ts'
import { by, byText } from '../domain/order.ts'
import {
  type DecisionReads,
  type DecisionWrites,
  type GraphReads,
  type GraphWrites,
  type IssueReads,
  type IssueWrites,
  type QuarantinedItem,
  type QuarantineReads,
  type QuarantineWrites,
  quarantineOrder,
} from '../ports/store.ts'
import { jsonCopy } from './json-copy.ts'
import { UndoableMap, type UndoLog } from './undoable-map.ts'

type GraphMethods = GraphReads &
  GraphWrites &
  DecisionReads &
  DecisionWrites &
  IssueReads &
  IssueWrites &
  QuarantineReads &
  QuarantineWrites

/** Edges, decisions, issues and quarantine of a memory store. */
export function memoryGraph(log: UndoLog): GraphMethods {
  const lineage = new UndoableMap<string, LineageEdge>(log)
  const links = new UndoableMap<string, Link>(log)
  const reviews = new UndoableMap<string, JsonObject>(log)
  const policies = new UndoableMap<string, JsonObject>(log)
  const issues = new UndoableMap<string, Issue>(log)
  const items = new UndoableMap<string, QuarantinedItem>(log)

  return {
    lineage: ({ top, under, touching }) => {
      const among = touching && new Set(touching)
      return lineage
        .values()
        .filter((edge) => isEnd(top, edge.top) && isEnd(under, edge.under))
        .filter((edge) => among === undefined || among.has(edge.top) || among.has(edge.under))
        .sort(lineageOrder)
    },
    links: ({ from, to, touching }) => {
      const among = touching && new Set(touching)
      return links
        .values()
        .filter((link) => isEnd(from, link.from) && isEnd(to, link.to))
        .filter((link) => among === undefined || among.has(link.from) || among.has(link.to))
        .sort(linkOrder)
    },
    review: (id) => reviews.get(id),
    reviews: () =>
      reviews
        .entries()
        .map(([id, decision]) => ({ id, decision }))
        .sort(by((review) => review.id, byText)),
    policy: (name) => policies.get(name),
    viewIssues: () => issues.values().sort(issueOrder),
    quarantine: () => items.values().sort(quarantineOrder),

    putLineage: (edge) => lineage.set(lineageKey(edge), jsonCopy(edge)),
    dropLineage: (edge) => lineage.delete(lineageKey(edge)),
    putLink: (link) => links.set(linkKey(link), jsonCopy(link)),
    dropLink: (link) => links.delete(linkKey(link)),
    putReview: (id, decision) => putOrDrop(reviews, id, decision),
    putPolicy: (name, value) => putOrDrop(policies, name, value),
    putViewIssues(ids: ReadonlySet<string>, given) {
      for (const issue of issues.values()) {
        if (issue.subjects.some((subject) => ids.has(subject))) issues.delete(issueKey(issue))
      }
      for (const issue of given) issues.set(issueKey(issue), jsonCopy(issue))
    },
    replaceQuarantine(files, given) {
      for (const item of items.values()) if (files.has(item.file)) items.delete(itemKey(item))
      for (const item of given) if (!items.has(itemKey(item))) items.set(itemKey(item), jsonCopy(item))
    },
  }
}

function isEnd(wanted: EntryId | undefined, end: EntryId): boolean {
  return wanted === undefined || wanted === end
}

function putOrDrop(table: UndoableMap<string, JsonObject>, key: string, value: JsonObject | null): void {
  if (value === null) table.delete(key)
  else table.set(key, jsonCopy(value))
}

function lineageKey(edge: Pick<LineageEdge, 'kind' | 'top' | 'under'>): string {
  return JSON.stringify([edge.kind, edge.top, edge.under])
}

function linkKey(link: Link): string {
  return JSON.stringify([link.from, link.type, link.to, link.source])
}

function issueKey(issue: Issue): string {
  return JSON.stringify([issue.severity, issue.code, issue.subjects, issue.message])
}

/** The same item met again, in a later run, is kept once. */
function itemKey(item: QuarantinedItem): string {
  return JSON.stringify([item.format, item.file, item.line, item.offset, item.reason, item.text])
}
