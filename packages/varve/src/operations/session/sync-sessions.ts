import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Session, type StoreReader, sessionIdOf } from '@varve/core'
import { readTextFile } from '../../files/read-text-file.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { WorkerMark } from '../../project/worker-mark.ts'
import type { OperationContext } from '../context.ts'
import { learnSessions } from '../learn/learn-sessions.ts'
import { captureSpooled } from './capture-spooled.ts'
import { noteCommits } from './note-commits.ts'
import { readSpool, readSpoolRecord, SPOOL, type SpooledSession } from './spool-record.ts'

export interface Synced {
  readonly sessions: number
  readonly messages: number
  readonly learnt: number
  /** Another process is at it. */
  readonly isBusy: boolean
}

const LEASE = 'session sync'
const LEASE_MS = 60_000

const NOTHING: Synced = { sessions: 0, messages: 0, learnt: 0, isBusy: false }

/** Takes in every session of the spool, one process at a time, and learns from what is new. */
export function syncSessions(context: OperationContext): Synced {
  const { dataDir } = context.place
  const mark = new WorkerMark(dataDir)
  const seen = new Set<string>()
  let all = NOTHING
  while (true) {
    for (const record of readSpool(dataDir)) seen.add(nameOf(record))
    const { sessions, messages, learnt, isBusy } = syncOnce(context)
    if (isBusy) return { ...all, isBusy }
    all = {
      sessions: all.sessions + sessions,
      messages: all.messages + messages,
      learnt: all.learnt + learnt,
      isBusy,
    }
    // A hook that saw this process at work has started none: what it left meanwhile is taken in here.
    mark.drop()
    if (readSpool(dataDir).every((record) => seen.has(nameOf(record)))) return all
  }
}

/** A later firing writes its record where that of an earlier one lies. */
function nameOf({ file, at }: SpooledSession): string {
  return `${file} ${at}`
}

function syncOnce(context: OperationContext): Synced {
  const { dataDir } = context.place
  if (readSpool(dataDir).length === 0 && listToLearn(dataDir).length === 0) return NOTHING
  const store = context.writing()
  const holder = context.ids.uuid()
  const hold = () => {
    const now = context.clock.now()
    return store.transact(LEASE, (writer) =>
      writer.takeLease({ name: LEASE, holder, until: now + LEASE_MS }, now),
    )
  }
  if (!hold()) return { ...NOTHING, isBusy: true }
  try {
    let messages = 0
    const changed = new Set<string>()
    // What a hook leaves meanwhile is taken in too.
    for (let spool = readSpool(dataDir); spool.length > 0; spool = readSpool(dataDir)) {
      const before = spool.length
      for (const record of spool) {
        const done = syncOne(context, record)
        messages += done.messages
        for (const id of done.sessions) changed.add(id)
        hold()
      }
      if (readSpool(dataDir).length >= before) break
    }
    const learnt = learn(context, holder, hold)
    return { sessions: changed.size, messages, learnt, isBusy: false }
  } finally {
    store.transact(LEASE, (writer) => writer.dropLease(LEASE, holder))
    sweep(dataDir, context.clock.now())
  }
}

const LEARN_ALL = 'learn from all'
const LEARN_ALL_EVERY_MS = 6 * 60 * 60 * 1000
const LOOKED_BACK = 200
/** So much is looked through in a second. */
const FEW_PARTS = 5000

/**
 * From what is new at once; for what shows only in several, from all of the last sessions: every few hours, and
 * while they are few each time, so that a day's work teaches something the same day.
 */
function learn(context: OperationContext, holder: string, hold: () => boolean): number {
  const { dataDir } = context.place
  const changed = listToLearn(dataDir)
  if (!context.config.learn.auto) for (const session of changed) noteLearnt(dataDir, session)
  if (!context.config.learn.auto || changed.length === 0) return 0
  const now = context.clock.now()
  const store = context.writing()
  const isDue = store.transact(LEASE, (writer) =>
    writer.takeLease({ name: LEARN_ALL, holder, until: now + LEARN_ALL_EVERY_MS }, now),
  )
  const count = (run: { readonly newest: number } | { readonly session: string }): number => {
    const { lessons } = learnSessions(context, { filter: {}, dryRun: false, ...run })
    hold()
    return lessons.filter(({ isNew }) => isNew).length
  }
  if (!isDue && partsIn(store) > FEW_PARTS) {
    return changed.reduce((learnt, session) => {
      const more = count({ session })
      noteLearnt(dataDir, session)
      return learnt + more
    }, 0)
  }
  try {
    const learnt = count({ newest: LOOKED_BACK })
    for (const session of changed) noteLearnt(dataDir, session)
    return learnt
  } catch (error) {
    store.transact(LEASE, (writer) => writer.dropLease(LEARN_ALL, holder))
    throw error
  }
}

function partsIn(store: StoreReader): number {
  return store.sessions().reduce((sum, { part_count }) => sum + part_count, 0)
}

function syncOne(
  context: OperationContext,
  record: SpooledSession,
): { readonly messages: number; readonly sessions: readonly string[] } {
  const { agent, session: externalId, at, isEnded, file } = record
  // Taken in with another of its session.
  if (!existsSync(file)) return { messages: 0, sessions: [] }
  const { dataDir } = context.place
  const id = sessionIdOf(agent, externalId)
  const isWaiting = listToLearn(dataDir).includes(id)
  // Before anything is taken in: a run that ends in between leaves it to the next one.
  noteToLearn(dataDir, id)
  const { capture, files, isToWait } = captureSpooled(context, record)
  const sessions = capture !== undefined && capture.messages > 0 ? capture.sessions : []
  for (const each of sessions) noteToLearn(dataDir, each)
  if (!isWaiting && !sessions.includes(id)) noteLearnt(dataDir, id)
  if (isToWait) return { messages: 0, sessions }
  if (capture?.skipped === 'other_project') {
    for (const each of files) handOver(context, each, capture.otherProject)
    return { messages: 0, sessions }
  }
  context.writing().transact('session sync', (writer) => {
    const session = writer.session(id)
    if (session === undefined) return
    const noted = noteCommits(session, record.cwd, context)
    const ended: Session = isEnded ? { ...noted, ended_at: at } : noted
    if (ended !== session) writer.putSession(ended)
  })
  for (const each of files) {
    // What came to a session since it was read is told of by a later record of the same name.
    if (each !== file || readSpoolRecord(file)?.at === at) rmSync(each, { force: true })
  }
  return { messages: capture?.messages ?? 0, sessions }
}

/** Leaves a record to the project that its session ran in, where Varve knows that; it goes from here. */
function handOver({ place }: OperationContext, file: string, project: string | undefined): void {
  const home = project === undefined ? undefined : join(dirname(place.dataDir), project)
  if (home !== undefined && existsSync(home)) {
    // The folder that the hook ran in is of this project, and says nothing of that one.
    const record = { ...(JSON.parse(readTextFile(file) ?? '{}') as object), cwd: '' }
    writeFileAtomically(join(home, SPOOL, basename(file)), JSON.stringify(record), { mode: 0o600 })
  }
  rmSync(file, { force: true })
}

const TO_LEARN = '.learn'

/** Stays until it was learnt from: a run may end before. */
function noteToLearn(dataDir: string, session: string): void {
  writeFileSync(join(dataDir, SPOOL, `${session}${TO_LEARN}`), '', { mode: 0o600 })
}

function listToLearn(dataDir: string): readonly string[] {
  const folder = join(dataDir, SPOOL)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith(TO_LEARN))
    .map((name) => name.slice(0, -TO_LEARN.length))
    .sort()
}

function noteLearnt(dataDir: string, session: string): void {
  rmSync(join(dataDir, SPOOL, `${session}${TO_LEARN}`), { force: true })
}

const NOTES_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** Notes of sessions that were over long ago. */
function sweep(dataDir: string, now: number): void {
  const folder = join(dataDir, 'hooks')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > NOTES_KEPT_MS)
      rmSync(path, { force: true })
  }
}
