import { formatDate, formatInstant, type StoreReader, singleLine } from '@varve/core'
import { listTouches, type MarkedSession, type Touch } from '@varve/core/sessions'
import { clipLine } from '../clip-line.ts'

const DEFAULT_INTENTS = 10
const INTENT_LENGTH = 200

/** What a session did with a file, and what the user had asked for. */
export interface TouchedSession {
  readonly marked: MarkedSession
  /** The last ones; undefined where no file was asked about. */
  readonly touches?: readonly Touch[]
}

/** Those of the sessions in which a tool was called on a file with this in its path. */
export function touchedSessions(
  reader: StoreReader,
  sessions: readonly MarkedSession[],
  {
    file,
    intents = DEFAULT_INTENTS,
  }: { readonly file: string | undefined; readonly intents: number | undefined },
): readonly TouchedSession[] {
  if (file === undefined) return sessions.map((marked) => ({ marked }))
  return sessions.flatMap((marked) => {
    const touches = listTouches(reader, marked.session.id, file)
    return touches.length === 0 ? [] : [{ marked, touches: touches.slice(-intents) }]
  })
}

export function touchJson({ path, tool, at, intent }: Touch) {
  return {
    path,
    tool,
    at: at === undefined ? null : formatInstant(at),
    intent: intent === undefined ? null : clipLine(singleLine(intent), INTENT_LENGTH),
  }
}

export function touchLine({ path, tool, at, intent }: Touch): string {
  const when = at === undefined ? '' : `${formatDate(at)}  `
  const why = intent === undefined ? '' : `: ${clipLine(singleLine(intent), INTENT_LENGTH)}`
  return `  ${when}${tool} ${path}${why}`
}
