import {
  by,
  byNumber,
  byText,
  formatDate,
  inOrder,
  parseInstant,
  recordHeader,
  recordLine,
  reversed,
  SESSION_STATUSES,
  type StoreReader,
  VarveError,
} from '@varve/core'
import { firstAsked, listSessions, type MarkedSession } from '@varve/core/sessions'
import { clipLine } from './clip-line.ts'
import { counted } from './counted.ts'
import { choice, flag, integer, list, text } from './field.ts'
import { defineOperation } from './operation.ts'
import { sessionJson, shortSessionId } from './session/session-json.ts'
import { type TouchedSession, touchedSessions, touchJson, touchLine } from './session/touched-sessions.ts'

const DEFAULT_LIMIT = 20
const TITLE_LENGTH = 72
const ASKED_LENGTH = 120
const SHORT_PROJECT = 8

/** `varve session list`: newest first. */
export const sessionList = defineOperation({
  name: 'session list',
  summary: 'List sessions',
  effect: 'reads',
  fields: {
    branch: text('Only of this branch', { value: 'name' }),
    agent: text('Only of this agent', { value: 'name' }),
    status: choice('Only these', SESSION_STATUSES),
    tag: list('Only those with this tag; given again, with all of them', { value: 'tag' }),
    commit: text('Only those in which this commit was made', { value: 'sha' }),
    since: text('Only from this instant on', { value: 'time' }),
    archived: flag('Also those that were laid aside'),
    allProjects: flag('Those of all projects on this machine whose memory can be opened'),
    file: text('Only those in which a tool was called on a file with this in its path', { value: 'part' }),
    intents: integer(
      'With --file: how many of its last calls, each with what the user had asked (default 10)',
      {
        minimum: 1,
      },
    ),
    limit: integer(`How many (default ${DEFAULT_LIMIT})`, { minimum: 1 }),
  },
  examples: ['varve session list', 'varve session list --branch main --tag ci --json'],
  run({ limit = DEFAULT_LIMIT, tag, since, file, intents, allProjects, ...filter }, context) {
    const from = since === undefined ? undefined : instantOf(since)
    const listIn = (reader: StoreReader): readonly TouchedSession[] => {
      const listed = listSessions(reader, context.clock.now(), { ...filter, tags: tag, since: from })
      return touchedSessions(reader, listed, { file, intents })
    }
    const others = allProjects ? context.otherProjects() : []
    const here = { project: context.place.projectId, store: context.reading() }
    const found = [here, ...others]
      .flatMap(({ project, store }) =>
        store === undefined
          ? []
          : listIn(store).map((each) => ({ ...each, store, ...(allProjects && { project }) })),
      )
      .sort(lastFirst)
    const shut = others.filter(({ store }) => store === undefined).map(({ project }) => project)
    const shown = found.slice(0, limit).map(withAsked)
    const total = found.length
    return {
      json: {
        sessions: shown.map(shownJson),
        total,
        truncated: total > shown.length,
        ...(allProjects && { unreadable: shut }),
      },
      human: `${total === 0 ? nothing(file) : page(shown, total)}${shut.map((id) => `left out: the memory of project ${id} can't be opened\n`).join('')}`,
      records: `${[
        recordHeader('session.list', { sessions: shown.length, total }),
        ...shown.map(({ project, marked: { session, status, tags } }) =>
          recordLine('N', [session.id, session.agent, status, { quoted: session.title ?? '' }], {
            branch: session.branch ?? undefined,
            messages: session.message_count,
            tags: tags.join(','),
            project,
          }),
        ),
      ].join('\n')}\n`,
    }
  },
})

function instantOf(typed: string): number {
  const parsed = parseInstant(typed)
  if (parsed !== undefined) return parsed.at
  throw new VarveError('invalid_value', `not a date: ${typed}`, {
    fix: ['varve session list --since 2026-03-01'],
  })
}

/** One of a project, where more than one is looked at. */
type ListedSession = TouchedSession & { readonly project?: string; readonly store: StoreReader }
/** What a person said first, in one line. */
type ShownSession = ListedSession & { readonly asked: string | undefined }

/** Only of those that are shown: their first messages are read for it. */
function withAsked(listed: ListedSession): ShownSession {
  const asked = firstAsked(listed.store, listed.marked.session.id)
  return { ...listed, asked: asked === undefined ? undefined : clipLine(asked, ASKED_LENGTH) }
}

const lastFirst = inOrder<ListedSession>(
  reversed(by(({ marked: { session } }) => session.last_event_at, byNumber)),
  by(({ marked: { session } }) => session.id, byText),
)

function shownJson({ marked, touches, project, asked }: ShownSession) {
  return {
    ...sessionJson(marked),
    asked: asked ?? null,
    ...(project !== undefined && { project }),
    ...(touches !== undefined && { touches: touches.map(touchJson) }),
  }
}

function nothing(file: string | undefined): string {
  return file === undefined
    ? 'No sessions yet: varve session import <folder>\n'
    : 'No session touched such a file.\n'
}

function page(shown: readonly ShownSession[], total: number): string {
  const more = total - shown.length
  const lines = shown.flatMap(({ marked, touches = [], project, asked }) => [
    `${line(marked, asked)}${project === undefined ? '' : `  (project ${project.slice(0, SHORT_PROJECT)})`}`,
    ...touches.map(touchLine),
  ])
  return `${[...lines, ...(more > 0 ? [`… and ${more} more: --limit ${total}`] : [])].join('\n')}\n`
}

function line({ session, status, tags }: MarkedSession, asked: string | undefined): string {
  const { id, agent, branch, message_count: messages, last_event_at: last, title = asked, kind } = session
  const about = [
    counted(messages, 'message'),
    ...(branch === null ? [] : [branch]),
    ...(kind === 'subagent' ? ['sub-agent'] : []),
    ...(status === 'abandoned' ? [] : [status]),
    ...tags.map((tag) => `#${tag}`),
  ].join(', ')
  const name = title === undefined ? '' : `  ${clipLine(title, TITLE_LENGTH)}`
  return `${shortSessionId(id)}  ${formatDate(last)}  ${agent}  (${about})${name}`
}
