import { existsSync, realpathSync } from 'node:fs'
import { VarveError } from '@varve/core'
import type { OperationContext } from '../context.ts'
import { type Capture, type CaptureOptions, nothingOf } from './capture.ts'
import { captureFile, captureSource } from './capture-file.ts'
import { OpencodeSession, opencodeSourceName, opencodeStorePath } from './opencode-store.ts'
import { readSpool, type SpooledSession } from './spool-record.ts'
import { SpooledEvents } from './spooled-events.ts'

/** What came of one record of the spool, or of several of one session. */
export interface SpooledCapture {
  readonly capture: Capture | undefined
  /** The records that it was about. */
  readonly files: readonly string[]
  /** There may be more to take in later: the records stay. */
  readonly isToWait: boolean
}

/** A record of which nothing came for so long is of a session that is gone. */
const GIVE_UP_MS = 24 * 60 * 60 * 1000

/** Takes in what a record of the spool is about, from wherever its agent keeps it. */
export function captureSpooled(context: OperationContext, record: SpooledSession): SpooledCapture {
  const options: CaptureOptions = { anyProject: false, ownFolder: record.cwd }
  const files = [record.file]
  if (record.payload !== undefined) return captureEvents(context, record, options)
  const { transcript } = record
  if (transcript !== undefined && existsSync(transcript)) {
    const capture = captureFile(context, realpathSync(transcript), options)
    return { capture, files, isToWait: isForNow(context, record, capture) }
  }
  const stored = record.agent === 'opencode' ? captureOpencode(context, record.session, options) : undefined
  if (stored !== undefined)
    return {
      capture: stored.skipped === 'unreadable' ? undefined : stored,
      files,
      isToWait: isForNow(context, record, stored),
    }
  return { capture: undefined, files, isToWait: transcript !== undefined && isYoung(context, record) }
}

/** Another process is at it, or it can't be read at the moment. */
function isForNow(context: OperationContext, record: SpooledSession, { skipped }: Capture): boolean {
  return skipped === 'busy' || (skipped === 'unreadable' && isYoung(context, record))
}

function isYoung({ clock }: OperationContext, { at }: SpooledSession): boolean {
  return clock.now() - at <= GIVE_UP_MS
}

/** All that was said in the session so far, in its order. */
function captureEvents(
  context: OperationContext,
  { agent, session }: SpooledSession,
  options: CaptureOptions,
): SpooledCapture {
  const records = readSpool(context.place.dataDir).filter(
    (other) => other.agent === agent && other.session === session && other.payload !== undefined,
  )
  const events = new SpooledEvents(records, context.reading())
  const capture = captureSource(context, `${agent}:${session}`, events, options)
  return { capture, files: records.map(({ file }) => file), isToWait: capture.skipped === 'busy' }
}

/** Undefined where opencode has no store here, or no such session in it. */
function captureOpencode(
  context: OperationContext,
  id: string,
  options: CaptureOptions,
): Capture | undefined {
  const path = opencodeStorePath(context.machine)
  if (!existsSync(path)) return undefined
  try {
    const database = context.openForeign(path)
    try {
      const session = OpencodeSession.find(database, id)
      return session && captureSource(context, opencodeSourceName(id), session, options)
    } finally {
      database.close()
    }
  } catch (error) {
    if (!VarveError.isInstance(error)) throw error
    // Held, or of a shape that isn't known.
    return nothingOf(path, 'unreadable')
  }
}
