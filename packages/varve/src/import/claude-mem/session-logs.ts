import type { JsonObject } from '@varve/core'
import { type DraftPlace, draftFields, member } from '../draft-fields.ts'
import type { DraftFields } from '../import-format.ts'
import type { JsonRow } from '../json-lines.ts'
import { instantMember, memberOf, textMember, withoutMembers } from '../json-members.ts'
import { agentSession, createdOf, datesTaken, memorySession, projectOf, withoutNulls } from './members.ts'

/** A session, and what was asked in it: a hundred prompts such as "go on" are one entry, not a hundred. */
export interface SessionLog {
  /** The agent's id of it. */
  readonly session: string
  readonly row: JsonRow | undefined
  readonly prompts: readonly JsonRow[]
}

export interface SessionLogs {
  /** By the agent's id, in the order in which the rows first name them. */
  readonly logs: ReadonlyMap<string, SessionLog>
  /** The agent's id of a session, by the id that claude-mem gave it. */
  readonly sessions: ReadonlyMap<string, string>
  readonly unknown: readonly JsonRow[]
}

export function sessionLogs(sessions: readonly JsonRow[], prompts: readonly JsonRow[]): SessionLogs {
  const logs = new Map<string, { session: string; row: JsonRow | undefined; prompts: JsonRow[] }>()
  const bySession = new Map<string, string>()
  const unknown: JsonRow[] = []
  for (const row of sessions) {
    const session = agentSession(row.value)
    if (session === undefined || logs.has(session)) {
      unknown.push(row)
      continue
    }
    logs.set(session, { session, row, prompts: [] })
    bySession.set(memorySession(row.value) ?? session, session)
  }
  for (const row of prompts) {
    const session = agentSession(row.value)
    if (session === undefined || textMember(row.value, 'prompt_text') === undefined) {
      unknown.push(row)
      continue
    }
    const log = logs.get(session)
    if (log === undefined) logs.set(session, { session, row: undefined, prompts: [row] })
    else log.prompts.push(row)
  }
  return { logs, sessions: bySession, unknown }
}

export function logFields({ session, row, prompts }: SessionLog, place: DraftPlace): DraftFields {
  const value = row?.value ?? {}
  const asked = prompts.toSorted((a, b) => numberOf(a.value) - numberOf(b.value))
  const title = textMember(value, 'custom_title')
  const texts = promptTexts(value, asked)
  return draftFields(place, {
    type: 'note',
    ...(title !== undefined && { title }),
    content:
      texts.length === 0
        ? `Session ${session}`
        : texts.map((text, index) => `## Prompt ${index + 1}\n\n${text}`).join('\n\n'),
    tags: ['session-prompts'],
    ...createdOf((row ?? asked[0])?.value ?? {}),
    ...member('custom', projectOf(value)),
    ...member('extra', {
      ...withoutNulls(withoutMembers(value, [...datesTaken(value), ...TAKEN_OF_SESSION])),
      ...(asked.length > 0 && {
        prompts: asked.map(({ value: each }) => withoutMembers(each, TAKEN_OF_PROMPT)),
      }),
    }),
    source: { session },
  })
}

const TAKEN_OF_SESSION = ['project', 'user_prompt', 'custom_title']
const TAKEN_OF_PROMPT = ['prompt_text', 'rank', 'score']

/** What was asked, in order; the session keeps its first prompt as well. */
function promptTexts(session: JsonObject, asked: readonly JsonRow[]): readonly string[] {
  const first = textMember(session, 'user_prompt')
  const texts = asked.map((prompt) => textMember(prompt.value, 'prompt_text') ?? '')
  return first === undefined || texts.includes(first) ? texts : [first, ...texts]
}

function numberOf(prompt: JsonObject): number {
  const number = memberOf(prompt, 'prompt_number')
  return typeof number === 'number' ? number : (instantMember(prompt, 'created_at_epoch') ?? 0)
}
