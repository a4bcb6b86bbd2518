import {
  formatInstant,
  recordHeader,
  recordLine,
  type StoredMessage,
  type StoreReader,
  VarveError,
} from '@varve/core'
import { markedSession } from '@varve/core/sessions'
import { clipLine } from './clip-line.ts'
import { flag, integer, positional, text } from './field.ts'
import { defineOperation } from './operation.ts'
import { findSession } from './session/find-session.ts'
import { messageJson, sessionJson } from './session/session-json.ts'

const DEFAULT_LIMIT = 200
const SHOWN_LENGTH = 400
const BEFORE = 2

/** `varve session show`: what was said, and what came of it. */
export const sessionShow = defineOperation({
  name: 'session show',
  summary: 'Show a session, message by message',
  effect: 'reads',
  fields: {
    session: positional('Its id, the start of it, or a commit that was made in it', 'session'),
    at: text('Begin near this message', { value: 'message' }),
    limit: integer(`How many messages (default ${DEFAULT_LIMIT})`, { minimum: 1 }),
    raw: flag('Whole texts, and what a message said before it was written again'),
  },
  examples: ['varve session show s_3f9a20c1', 'varve session show s_3f9a20c1 --at m_c2c93d0f --raw --json'],
  run({ session: typed, at, limit = DEFAULT_LIMIT, raw }, context) {
    const reader = context.reading()
    const session = findSession(reader, typed)
    const marked = markedSession(session, reader.sessionMarks(session.id), context.clock.now())
    const from = at === undefined ? 0 : startNear(reader, session.id, at)
    const messages = [...reader.sessionMessages(session.id, { from, limit })]
    const revisions = (message: StoredMessage) =>
      raw ? { revisions: reader.messageRevisions(message.id).map(({ parts }) => parts) } : {}
    return {
      json: {
        session: sessionJson(marked),
        messages: messages.map((message) => ({ ...messageJson(message), ...revisions(message) })),
        from,
        truncated: from + messages.length < session.message_count,
      },
      human: `${[
        `${session.id}  ${session.agent}  ${marked.status}${session.branch === null ? '' : `  ${session.branch}`}`,
        ...(session.title === undefined ? [] : [session.title]),
        '',
        ...messages.flatMap((message) => messageLines(message, raw)),
        ...(from + messages.length < session.message_count
          ? [`… of ${session.message_count} messages: --limit, --at`]
          : []),
      ].join('\n')}\n`,
      records: `${[
        recordHeader('session.show', { session: session.id, messages: messages.length }),
        ...messages.map(({ id, ordinal, role, human, parts }) =>
          recordLine('D', [id, role, { quoted: parts.map(partText).join(' ').slice(0, SHOWN_LENGTH) }], {
            ordinal,
            human: human ?? false,
          }),
        ),
      ].join('\n')}\n`,
    }
  },
})

function startNear(reader: StoreReader, session: string, typed: string): number {
  for (const { id, ordinal } of reader.sessionMessages(session)) {
    if (id.startsWith(typed)) return Math.max(0, ordinal - BEFORE)
  }
  throw new VarveError('not_found', `no such message in ${session}: ${typed}`, {
    subjects: [typed],
    fix: [`varve session show ${session}`],
  })
}

type Part = StoredMessage['parts'][number]

function messageLines({ id, at, role, human, parts }: StoredMessage, isWhole: boolean): readonly string[] {
  const who = role === 'user' ? (human ? 'person' : 'host') : role
  const time = at === undefined ? '' : `  ${formatInstant(at).slice(0, 16).replace('T', ' ')}`
  return [`── ${who}${time}  ${id.slice(0, 10)}`, ...parts.map((part) => shown(part, isWhole)), '']
}

function shown(part: Part, isWhole: boolean): string {
  const text = partText(part)
  return isWhole ? text : text.length <= SHOWN_LENGTH ? text : `${clipLine(text, SHOWN_LENGTH)}`
}

function partText({ kind, text, tool, args, is_error, exit_code }: Part): string {
  if (kind === 'tool_call') return `→ ${tool ?? 'tool'} ${args === undefined ? text : JSON.stringify(args)}`
  if (kind !== 'tool_result') return text
  const failed = is_error === true || (exit_code ?? 0) !== 0
  return `${failed ? '✗' : '←'} ${text}`
}
