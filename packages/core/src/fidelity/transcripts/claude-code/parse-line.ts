import { type HostObject, nameOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'

/** One line of a session, with no more than is needed of it. */
export interface ClaudeLine {
  readonly kind: 'message' | 'compaction' | 'clearing' | 'other'
  readonly number: number
  readonly uuid?: string
  /** The line before it; at a compact boundary the one that was before it in truth. */
  readonly parent?: string
  readonly isSidechain: boolean
  readonly agentId?: string
  readonly at?: string
  /** Of a message. */
  readonly message?: HostObject
  readonly isFromHost?: boolean
  readonly isSummary?: boolean
  /** Of a clearing: ids of the calls whose results are gone. */
  readonly cleared?: readonly string[]
}

export function parseClaudeLine(record: HostObject, number: number): ClaudeLine {
  const kind = kindOf(record)
  const parent =
    nameOf(record.parentUuid) ?? (kind === 'compaction' ? nameOf(record.logicalParentUuid) : undefined)
  const message = objectOf(record.message)
  return {
    kind,
    number,
    isSidechain: record.isSidechain === true,
    ...whereNamed('uuid', record.uuid),
    ...(parent === undefined ? {} : { parent }),
    ...whereNamed('agentId', record.agentId),
    ...whereNamed('at', record.timestamp),
    ...(kind === 'message' && message !== undefined ? { message } : {}),
    ...(isFromHost(record) ? { isFromHost: true } : {}),
    ...(record.isCompactSummary === true ? { isSummary: true } : {}),
    ...(kind === 'clearing' ? { cleared: clearedIds(record) } : {}),
  }
}

function whereNamed<K extends string>(name: K, value: unknown): { readonly [key in K]?: string } {
  const text = nameOf(value)
  // The only member is the one that the type names.
  return text === undefined ? {} : ({ [name]: text } as { readonly [key in K]?: string })
}

function kindOf(record: HostObject): ClaudeLine['kind'] {
  if (record.type === 'system' && record.subtype === 'compact_boundary') return 'compaction'
  if (record.type === 'system' && record.subtype === 'microcompact_boundary') return 'clearing'
  if (record.type !== 'user' && record.type !== 'assistant') return 'other'
  const message = objectOf(record.message)
  const isSent = record.isApiErrorMessage !== true && message?.model !== '<synthetic>'
  return message !== undefined && isSent ? 'message' : 'other'
}

/** Written in the user's place: meta lines, summaries, and plans that the agent wrote and its user took. */
function isFromHost(record: HostObject): boolean {
  return record.isMeta === true || record.isCompactSummary === true || record.planContent !== undefined
}

function clearedIds(record: HostObject): readonly string[] {
  const ids = objectOf(record.microcompactMetadata)?.compactedToolIds
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

/** The id of an assistant message, which all of its lines share. */
export function messageIdOf(line: ClaudeLine): string | undefined {
  return line.message?.role === 'assistant' ? nameOf(line.message.id) : undefined
}

/** Ids of the calls in a line. */
export function callsIn(line: ClaudeLine): readonly string[] {
  return objectsOf(line.message?.content)
    .filter((block) => block.type === 'tool_use')
    .flatMap((block) => textOf(block.id) ?? [])
}

/** Ids of the calls that a line answers, where it does nothing else. */
export function answersIn(line: ClaudeLine): readonly string[] {
  const blocks = objectsOf(line.message?.content)
  return blocks.length > 0 && blocks.every((block) => block.type === 'tool_result')
    ? blocks.flatMap((block) => textOf(block.tool_use_id) ?? [])
    : []
}
