import { accessSync, constants, existsSync } from 'node:fs'
import { type Issue, type Store, VarveError } from '@varve/core'
import { openSqliteStore, openWorkingCopy } from '@varve/store-sqlite'
import { writeProjectConfig } from '../config/write-project-config.ts'
import { systemErrorCode } from '../files/system-error.ts'
import { leftInOutbox, leftUnkept, memoryOutOfReach, takenFromOutbox } from '../outbox/notices.ts'
import { createOutboxStore } from '../outbox/outbox-store.ts'
import { hasOutbox, type OutboxFile, readOutbox } from '../outbox/read-outbox.ts'
import { foldOutbox, takeInOutbox } from '../outbox/take-in-outbox.ts'
import type { ProjectPlace } from '../project/project-place.ts'
import { registerProject } from '../project/register-project.ts'
import { runGit } from '../project/run-git.ts'
import type { Environment } from '../project/varve-home.ts'

/** The memory of a place, opened when it is first asked for. */
export interface Memory {
  /** For reading: an empty one where nothing was written yet. */
  reading(): Store
  /** For writing; where it may only be read, a copy whose records go to the outbox. */
  writing(): Store
  /** For writing, and never an outbox. */
  writingInPlace(): Store
  /** The one that is open; undefined where none was needed, or nothing is there yet. */
  opened(): Store | undefined
  /** What lies in the outbox. */
  outbox(): readonly OutboxFile[]
}

interface MemoryParts {
  readonly env: Environment
  /** A store that lives in this process alone. */
  scratch(): Store
  /** Closes a store when the run is over. */
  keep(store: Store): Store
  notice(issue: Issue): void
  /** Whether `.varve/config.json` is made where it is missing. */
  readonly writesInProject: boolean
}

/** `place` is asked for late: the command that mends an ambiguous one must not need it. */
export function openMemory(
  place: () => ProjectPlace,
  { env, scratch, keep, notice, writesInProject }: MemoryParts,
): Memory {
  let store: Store | undefined
  let reader: Store | undefined
  let refused: VarveError | undefined

  const outbox = () => listOutbox(place(), env)

  const openInPlace = (): Store => {
    const own = keep(openForWriting(place(), writesInProject))
    const { outboxDir } = place()
    const taken = hasOutbox(outboxDir) ? takeInOutbox(own, outboxDir, outbox()) : 0
    if (taken > 0) notice(takenFromOutbox(taken))
    return own
  }

  const openCopy = (reason: VarveError): Store => {
    const { databasePath, projectId, outboxDir } = place()
    const copy = keep(openWorkingCopy(databasePath, { project: projectId }))
    if (hasOutbox(outboxDir)) foldOutbox(copy, outbox())
    return createOutboxStore(copy, {
      folder: outboxDir,
      refused: reason,
      prepare: () => writeProjectConfig(place(), projectId),
      onWritten(records, unkept) {
        if (records > 0) notice(leftInOutbox(records))
        if (unkept > 0) notice(leftUnkept(unkept))
      },
    })
  }

  const open = (): Store => {
    try {
      return openInPlace()
    } catch (error) {
      if (!VarveError.isInstance(error) || error.code !== 'read_only') throw error
      refused = error
      return openCopy(error)
    }
  }

  return {
    reading() {
      // One connection serves both, so that a command reads what it has just written.
      if (store) return store
      // What a sandboxed writer left counts from the next look on.
      if (hasOutbox(place().outboxDir)) return this.writing()
      const { databasePath, home } = place()
      if (!existsSync(databasePath) && isClosed(home)) notice(memoryOutOfReach(home))
      reader ??= existsSync(databasePath) ? keep(openForReading(place())) : scratch()
      return reader
    },
    writing() {
      store ??= open()
      return store
    },
    writingInPlace() {
      const opened = this.writing()
      if (refused) throw refused
      return opened
    },
    opened: () => (refused === undefined ? (store ?? reader) : undefined),
    outbox,
  }
}

/** The first write makes everything that is missing, in the order in which it is needed. */
function openForWriting(place: ProjectPlace, writesInProject: boolean): Store {
  const { projectId: project, databasePath } = place
  registerProject(place)
  const store = openSqliteStore(databasePath, { project })
  try {
    if (!store.isWritable()) throw readOnly(databasePath)
    if (writesInProject) writeProjectConfig(place, project)
    return store
  } catch (error) {
    store.close()
    throw error
  }
}

/** Where not even the log beside it can be read in place, a copy can. */
function openForReading({ databasePath, projectId: project }: ProjectPlace): Store {
  try {
    return openSqliteStore(databasePath, { project })
  } catch (error) {
    const mayCopy =
      VarveError.isInstance(error) && (error.code === 'read_only' || error.code === 'unreadable')
    if (!mayCopy || !isReadable(databasePath)) throw error
    return openWorkingCopy(databasePath, { project })
  }
}

function readOnly(path: string): VarveError {
  return new VarveError('read_only', `the store can't be written: ${path}`, {
    subjects: [path],
    fix: [`chmod u+w ${JSON.stringify(path)}`, 'VARVE_HOME=<a writable folder> varve …'],
  })
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** A folder that is there, or may be, and into which this process can't look. */
function isClosed(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return false
  } catch (error) {
    return ['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')
  }
}

function listOutbox({ top, outboxDir, projectId }: ProjectPlace, env: Environment): readonly OutboxFile[] {
  if (!existsSync(outboxDir)) return []
  const listed = runGit(top, ['ls-files', '-z', '--', outboxDir], env) ?? ''
  const tracked = listed.split('\0').map((path) => path.slice(path.lastIndexOf('/') + 1))
  return readOutbox(outboxDir, projectId, new Set(tracked))
}
