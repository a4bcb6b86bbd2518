import {
  canonicalJson,
  type Instant,
  type JsonObject,
  type Lease,
  type StoreReader,
  sha256,
} from '@varve/core'
import type { OperationContext } from '../context.ts'
import type { ModeName, Subject, TaskInputs, WorkMode } from './mode.ts'
import { modesOf } from './modes.ts'

/** Something to do, before its texts are gathered. */
export interface PendingTask {
  /** `w_` and eight hex digits: the same for the same mode and subject. */
  readonly id: string
  readonly mode: WorkMode
  readonly subject: Subject
}

export function listTasks(
  reader: StoreReader,
  context: OperationContext,
  mode: ModeName | undefined,
): readonly PendingTask[] {
  return modesOf(mode).flatMap((each) =>
    each
      .listSubjects(reader, context)
      .map((subject) => ({ id: taskId(each.kind, subject), mode: each, subject })),
  )
}

const ID_DIGITS = 8
const HASH_DIGITS = 16

function taskId(kind: string, subject: Subject): string {
  return `w_${sha256(`varve:work:1\0${kind}\0${subject}`).slice(0, ID_DIGITS)}`
}

/** Changes where anything changes that the answer would be about. */
export function hashInputs({ json, about = json }: TaskInputs): string {
  return sha256(canonicalJson(about)).slice(0, HASH_DIGITS)
}

/** How a task stands, as its lease holds it. */
export interface TaskState {
  /** Of the inputs as they were handed out. */
  readonly hash: string
  /** Who took it: another at each time. */
  readonly taker: string
  /** Answers that the guard rejected in this lease. */
  readonly rejections: number
  /** Leases that ended in rejections alone. */
  readonly lost: number
  /** What came of it. */
  readonly result?: JsonObject
}

export interface TaskLease {
  readonly lease: Lease
  readonly state: TaskState
}

export const MOST_REJECTIONS = 3
export const MOST_LOST = 3

export function leaseName(id: string): string {
  return `work ${id}`
}

export function findTaskLease(reader: StoreReader, id: string): TaskLease | undefined {
  const lease = reader.leases().find(({ name }) => name === leaseName(id))
  const state = lease && parseState(lease.holder)
  return lease === undefined || state === undefined ? undefined : { lease, state }
}

export function isHeld({ lease, state }: TaskLease, now: Instant): boolean {
  return state.result === undefined && lease.until > now
}

/** Given up: its answers were rejected time and again, and it asks the same as then. */
export function isParked({ state }: TaskLease, hash: string): boolean {
  return state.lost >= MOST_LOST && state.hash === hash
}

/** Answered, and there is nothing more to say of it. */
export function isSettled({ state }: TaskLease, hash: string, { settlesByAnswer }: WorkMode): boolean {
  if (state.result === undefined || state.hash !== hash) return false
  return settlesByAnswer === true || state.result.accepted === 0
}

function parseState(holder: string): TaskState | undefined {
  try {
    const value = JSON.parse(holder) as TaskState
    return typeof value.hash === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
