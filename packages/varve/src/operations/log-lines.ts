import {
  clockOf,
  compositeOf,
  entityOf,
  entriesOf,
  formatInstant,
  isRewriteJudgement,
  type JsonObject,
  type Judgement,
  listStatusChanges,
  listUndone,
  type RecordId,
  type RecordQuery,
  type StatusChange,
  type StoredOperation,
  type StoredRecord,
  type StoreReader,
  sortedUnique,
} from '@varve/core'
import { clipLine } from './clip-line.ts'
import { shortIdIn, shortRecordIdIn } from './short-id.ts'

/** One line of the log: a record, and what became of it. */
export interface LogItem {
  readonly record: StoredRecord
  /**
   * Of a large record some. Undefined where the record is damaged: then it counts for nothing, and only its
   * header tells of it.
   */
  readonly operations: readonly StoredOperation[] | undefined
  readonly undoneBy: RecordId | undefined
  /** Learnings that stand otherwise since. */
  readonly changes: readonly StatusChange[]
}

/** Newest first. Of a record with more than `most` operations the first ones, or those that touch the entry. */
export function listLog(
  reader: StoreReader,
  { offset = 0, limit: size, ...query }: RecordQuery & { readonly offset?: number },
  most = Number.POSITIVE_INFINITY,
): readonly LogItem[] {
  const undone = listUndone(reader)
  const limit = Math.max(most, SHOWN_OPERATIONS)
  const { entry } = query
  const some = { limit, ...(entry !== undefined && { entry }) }
  const records = reader.records({
    newestFirst: true,
    ...query,
    ...(size !== undefined && { limit: offset + size }),
  })
  return records.slice(offset).map((record) => {
    const { id } = record
    const operations = record.size <= limit ? reader.record(id)?.operations : reader.someOperations(id, some)
    return {
      record,
      operations,
      undoneBy: undone.get(id),
      changes: operations === undefined ? [] : listStatusChanges(reader, { id, operations }),
    }
  })
}

/** What was rejected in review and still is, newest first: it isn't asked again until one of its texts changes. */
export function listRejected(reader: StoreReader): readonly LogItem[] {
  const records = reader.reviews().flatMap(({ id, decision }): readonly RecordId[] => {
    if (decision.action !== 'reject') return []
    const last = reader.events(entityOf({ op: 'review.resolve', review: id, decision, was: null })).at(-1)
    return last === undefined ? [] : [last.record]
  })
  return sortedUnique(records)
    .reverse()
    .flatMap((id) => listLog(reader, { until: id as RecordId, limit: 1 }))
}

/** With at most so many operations: an import has one for each entry that it brought. */
export function logJson(
  { record, operations, undoneBy, changes }: LogItem,
  maxOps = Number.POSITIVE_INFINITY,
): object {
  const shown = (operations ?? []).slice(0, maxOps)
  const more = operations === undefined ? 0 : record.size - shown.length
  const { id, stage, actor, via, branch, command, reason, undoes, hash } = record
  return {
    plan_id: id,
    at: formatInstant(clockOf(id).wall),
    stage,
    actor,
    via,
    branch,
    command,
    ...(reason === undefined ? {} : { reason }),
    ops: shown.map(operationJson),
    ...(more > 0 ? { more_ops: more } : {}),
    ...(changes.length > 0 ? { status_changes: changes.slice(0, maxOps).map(changeJson) } : {}),
    ...(operations === undefined ? { damaged: true } : {}),
    ...(undoes === undefined ? {} : { undoes }),
    undone_by: undoneBy ?? null,
    hash,
  }
}

/** Operations in a log name what they touched; the texts are a `show` away. */
function operationJson(operation: StoredOperation): object {
  switch (operation.op) {
    case 'entry.add':
      return { op: operation.op, id: operation.id, category: operation.fields.category }
    case 'entry.revise':
      return { op: operation.op, id: operation.id, fields: Object.keys(operation.set).sort() }
    default:
      return operation
  }
}

function changeJson({ id, from, to, sumBefore, sumAfter, cause }: StatusChange): object {
  return {
    id,
    from,
    to,
    sum_before: sumBefore,
    sum_after: sumAfter,
    cause: cause.op,
    ...(cause.op === 'learning.sight' && { occasion: cause.occasion }),
  }
}

/** `0bfa9168  observed 6.66 → promoted 7.00, seen in session s_523c…` */
function changeLine({ id, from, to, sumBefore, sumAfter, cause }: StatusChange, reader: StoreReader): string {
  const stood = (status: string | null, sum: number) =>
    status === null ? 'nothing learnt' : `${status} ${compositeOf(sum).toFixed(2)}`
  const by =
    cause.op === 'learning.sight' ? `${cause.withdrawn ? 'not ' : ''}seen in ${cause.occasion}` : cause.op
  return `= ${shortIdIn(reader, id)}  ${stood(from, sumBefore)} → ${stood(to, sumAfter)}, ${by}`
}

const SHOWN_OPERATIONS = 8

export function renderLogLines(items: readonly LogItem[], reader: StoreReader): readonly string[] {
  return items.flatMap(({ record, operations, undoneBy, changes }) => {
    const { id, stage, actor, via, command, reason } = record
    const at = formatInstant(clockOf(id).wall).replace('.000Z', 'Z')
    const undone = undoneBy === undefined ? '' : ` (undone by ${shortRecordIdIn(reader, undoneBy)})`
    const head = `${shortRecordIdIn(reader, id)}  ${at}  ${stage}  by ${actor} via ${via}: ${command}${undone}`
    if (operations === undefined) return [head, '    damaged: what it changed can no longer be read']
    const told = withoutFirstSightings(operations)
    const more = record.size - (operations.length - told.length) - Math.min(told.length, SHOWN_OPERATIONS)
    const news = changes.filter(isNews)
    const unsaid = news.length - SHOWN_OPERATIONS
    return [
      head,
      ...(reason === undefined ? [] : [`    reason: ${reason}`]),
      ...told.slice(0, SHOWN_OPERATIONS).map((operation) => `    ${operationLine(operation, reader)}`),
      ...(more > 0 ? [`    … and ${more} more operations`] : []),
      ...news.slice(0, SHOWN_OPERATIONS).map((change) => `    ${changeLine(change, reader)}`),
      ...(unsaid > 0 ? [`    … and ${unsaid} more that stand otherwise`] : []),
    ]
  })
}

/** What was added because it was seen wasn't seen again. */
function withoutFirstSightings(operations: readonly StoredOperation[]): readonly StoredOperation[] {
  const added = new Set(operations.flatMap((each) => (each.op === 'entry.add' ? [each.id] : [])))
  return operations.filter((each) => each.op !== 'learning.sight' || each.withdrawn || !added.has(each.id))
}

/** What was learnt is observed: that goes without saying. */
function isNews({ from, to }: StatusChange): boolean {
  return from !== null || to !== 'observed'
}

const SHOWN_TEXT = 72

function operationLine(operation: StoredOperation, reader: StoreReader): string {
  const ids = entriesOf(operation).map((id) => shortIdIn(reader, id))
  switch (operation.op) {
    case 'entry.add':
      return `+ ${ids[0]}  ${clipLine(operation.fields.title ?? operation.fields.content, SHOWN_TEXT)}`
    case 'entry.revise':
      return `~ ${ids[0]}  ${operation.inherited ? 'takes over ' : ''}${[...Object.keys(operation.set), ...tagChanges(operation)].join(', ')}`
    case 'entry.retract':
      return `- ${ids[0]}  retracted`
    case 'entry.restore':
      return `+ ${ids[0]}  restored`
    case 'lineage.add':
      return `${ids[0]} ${operation.kind} ${ids[1]}${operation.guard ? judgementText(operation.guard) : ''}`
    case 'lineage.remove':
      return `${ids[0]} no longer ${operation.kind} ${ids[1]}`
    case 'link.add':
      return `${ids[0]} ${operation.link.type} ${ids[1]}`
    case 'link.remove':
      return `${ids[0]} no longer ${operation.link.type} ${ids[1]}`
    case 'flag.set':
      return `! ${ids[0]}  ${operation.kind}: ${clipLine(operation.reason, SHOWN_TEXT)}`
    case 'flag.clear':
      return `  ${ids[0]}  no longer ${operation.kind}`
    case 'learning.sight':
      return `  ${ids[0]}  ${operation.withdrawn ? 'sighting withdrawn' : 'stated again'}`
    case 'learning.override':
      return `  ${ids[0]}  ${operation.status === null ? 'stands as its scores say' : `${operation.status}: ${clipLine(operation.reason, SHOWN_TEXT)}`}`
    case 'purge':
      return `x ${ids[0]}  purged: ${clipLine(operation.reason, SHOWN_TEXT)}`
    case 'erased':
      return `x ${ids[0]}  (${operation.was}, text purged)`
    case 'review.resolve':
      return `  ${operation.review}  ${decisionLine(operation.decision)}`
    case 'project.policy':
      return `  policy ${operation.name}`
    case 'session.mark':
      return `  ${shortSession(operation.session)}  ${operation.value === null ? 'no longer ' : ''}${SAID_OF_SESSIONS[operation.mark]}${operation.name}`
    default:
      return operation satisfies never
  }
}

/** `, guard accept: anchors 9/10, coverage 0.83, novelty 0.1` */
function judgementText(judgement: Judgement): string {
  const { verdict } = judgement
  if (!isRewriteJudgement(judgement)) return `, guard ${verdict}`
  const { anchors, coverage, novelty, findings } = judgement
  const found = findings.length === 0 ? '' : `, findings ${findings.length}`
  return `, guard ${verdict}: anchors ${anchors.kept}/${anchors.total}, coverage ${coverage}, novelty ${novelty}${found}`
}

const SHOWN_HASH = 12

function decisionLine(value: JsonObject | null): string {
  if (value === null) return 'open again'
  const { action, texts } = value
  if (!Array.isArray(texts)) return String(action)
  return `${String(action)}, texts ${texts.map((hash) => String(hash).slice(0, SHOWN_HASH)).join(', ')}`
}

const SAID_OF_SESSIONS = {
  tag: 'tagged ',
  summary: 'summarised',
  archive: 'archived',
  exclude: 'left out',
  part: 'purged ',
} as const

function shortSession(id: string): string {
  return id.slice(0, 10)
}

function tagChanges(operation: Extract<StoredOperation, { op: 'entry.revise' }>): readonly string[] {
  return [
    ...(operation.tags_added ?? []).map((tag) => `+${tag}`),
    ...(operation.tags_removed ?? []).map((tag) => `-${tag}`),
  ]
}
