import { est1, type JsonObject, type MessageId, type StoredMessage, type StoreReader } from '@varve/core'
import { listSessions, type MarkedSession, markedSession } from '@varve/core/sessions'
import type { OperationContext } from '../context.ts'

export const MAX_INPUT_TOKENS = 12_000
/** Of one part: the rest of a long output says little about what was done. */
const LONGEST_PART = 1200
const CUT = ' […] '

/** Sessions that are over and that people and rules may learn from, newest first. */
export function endedSessions(reader: StoreReader, context: OperationContext): readonly MarkedSession[] {
  return listSessions(reader, context.clock.now()).filter(isOver)
}

function isOver({ session, status, isArchived }: MarkedSession): boolean {
  return session.kind === 'main' && !isArchived && (status === 'closed' || status === 'abandoned')
}

export function readMarked(
  reader: StoreReader,
  id: string,
  context: OperationContext,
): MarkedSession | undefined {
  const session = reader.session(id)
  return session && markedSession(session, reader.sessionMarks(id), context.clock.now())
}

export interface ShownMessages {
  readonly json: JsonObject
  /** The messages that the names of the task stand for. */
  readonly ids: ReadonlyMap<string, MessageId>
}

/**
 * A session, or a stretch of it, as an agent reads it: what people wrote first, then the answers, then what
 * tools said, within the budget; shown in the order in which it happened, with what was left out counted.
 */
export function sessionMessages(
  reader: StoreReader,
  id: string,
  context: OperationContext,
  range: { readonly from?: number; readonly limit?: number } = {},
): ShownMessages {
  const all = [...reader.sessionMessages(id, range)].flatMap(
    (message) => shownMessage(message, context) ?? [],
  )
  const byWeight = all.toSorted((a, b) => a.weight - b.weight || b.ordinal - a.ordinal)
  const kept = new Set<number>()
  let tokens = 0
  for (const { ordinal, json } of byWeight) {
    const cost = est1.count(JSON.stringify(json))
    if (tokens + cost > MAX_INPUT_TOKENS) continue
    tokens += cost
    kept.add(ordinal)
  }
  const shown = all
    .filter(({ ordinal }) => kept.has(ordinal))
    .map(({ id: message, json }, index) => ({ message, m: `m${index + 1}`, json }))
  return {
    json: { messages: shown.map(({ m, json }) => ({ m, ...json })), left_out: all.length - shown.length },
    ids: new Map(shown.map(({ m, message }) => [m, message])),
  }
}

interface ShownMessage {
  readonly id: MessageId
  readonly ordinal: number
  readonly weight: number
  readonly json: JsonObject
}

function shownMessage(message: StoredMessage, context: OperationContext): ShownMessage | undefined {
  const texts = message.parts.flatMap((part) => textsOf(part)).filter((text) => text.trim() !== '')
  if (texts.length === 0) return undefined
  const text = texts.map((each) => clip(context.redact(each))).join('\n')
  const { tool, exit_code } = message.parts.find((part) => part.tool !== undefined) ?? {}
  const weight = message.human === true ? 0 : message.role === 'assistant' ? 1 : 2
  return {
    id: message.id,
    ordinal: message.ordinal,
    weight,
    json: {
      role: message.role,
      human: message.human ?? false,
      ...(tool !== undefined && { tool }),
      ...(exit_code !== undefined && { exit_code }),
      text,
    },
  }
}

/** All that a part says, with the arguments of a call. */
export function textsOf({ kind, text, args }: StoredMessage['parts'][number]): readonly string[] {
  if (kind === 'reasoning' || kind === 'image') return []
  return args === undefined ? [text] : [text, JSON.stringify(args)]
}

function clip(text: string): string {
  if (text.length <= LONGEST_PART) return text
  const half = (LONGEST_PART - CUT.length) / 2
  // Whole characters at both cuts.
  const start = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '')
  const end = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')
  return start + CUT + end
}
