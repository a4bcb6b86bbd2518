import type { TextContext } from '../../pair/context.ts'
import type { PreparedRewrite } from '../prepared-rewrite.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'
import type { Dropped, Finding } from '../rewrite-result.ts'
import { MAX_SOURCES } from '../source-limits.ts'
import { isNamedBy } from './dropped.ts'

const ALWAYS_EQUAL = ['store', 'project', 'scope'] as const
const EQUAL_IN_A_MERGE = [...ALWAYS_EQUAL, 'category', 'kind', 'trust'] as const
const MIN_MERGED = 2
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const COMMENT = '<!--'
/** Orders to whoever reads the text, which no memory gives. */
const ORDERS = [
  'ignore previous',
  'ignore all previous',
  'disregard previous',
  'you must now',
  'system prompt',
]

/** The group may not be made at all, whatever the text says. */
export const checkStructure: RewriteCheck = (rewrite) => [
  ...groupFindings(rewrite),
  ...textFindings(rewrite),
  ...(rewrite.request.dropped ?? []).flatMap((dropped) => droppedFindings(rewrite, dropped)),
]

function groupFindings({ kind, sources }: PreparedRewrite): readonly Finding[] {
  const isMerge = kind === 'dedup' || kind === 'fuse'
  const ids = sources.map(({ id }) => id)
  const details: string[] = []
  if (new Set(ids).size < ids.length) details.push('repeated source')
  if (isMerge && ids.length < MIN_MERGED) details.push('fewer than 2 sources')
  if (ids.length > MAX_SOURCES[kind]) details.push(`more than ${MAX_SOURCES[kind]} sources`)
  if (kind !== 'extract' && kind !== 'reason') {
    for (const field of isMerge ? EQUAL_IN_A_MERGE : ALWAYS_EQUAL) {
      if (differs(field, sources)) details.push(`across ${field}`)
    }
  }
  return details.map((detail) => finding('structure', 'reject', { detail }))
}

function differs(field: keyof TextContext, sources: PreparedRewrite['sources']): boolean {
  return new Set(sources.map(({ ctx }) => ctx?.[field]).filter((value) => value !== undefined)).size > 1
}

function textFindings({ request }: PreparedRewrite): readonly Finding[] {
  const isNew = (holds: (text: string) => boolean): boolean =>
    holds(request.output) && !request.sources.some(({ text }) => holds(text))
  const details = [
    ...(isNew((text) => CONTROL.test(text)) ? ['control character'] : []),
    ...(isNew((text) => text.includes(COMMENT)) ? ['comment'] : []),
    ...(ORDERS.some((order) => isNew((text) => text.toLowerCase().includes(order)))
      ? ['order to the reader']
      : []),
  ]
  return details.map((detail) => finding('structure', 'reject', { detail }))
}

/** An anchor can only be left out of a source that has it (MG-30). */
function droppedFindings({ sources }: PreparedRewrite, dropped: Dropped): readonly Finding[] {
  const source = sources.find(({ id }) => id === dropped.source)
  const isThere = source?.statement.scanned.anchors.some((anchor) => isNamedBy(dropped, anchor)) ?? false
  if (isThere) return []
  const { type, source: id } = dropped
  return [finding('structure', 'reject', { type, source: id, detail: 'dropped anchor is not in its source' })]
}
