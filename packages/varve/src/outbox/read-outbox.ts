import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type JournalRecord, parseRecordFile } from '@varve/core'
import { readTextFile } from '../files/read-text-file.ts'

/** A record file that a writer left who could not reach the store. */
export type OutboxFile = { readonly name: string } & (
  | { readonly kind: 'record'; readonly record: JournalRecord }
  /** Of another project, of a program newer than this one, or come with the repository: it stays where it is. */
  | { readonly kind: 'foreign' | 'newer' | 'tracked' }
  /** Not a whole record; `set_aside` once it bears that name. */
  | { readonly kind: 'damaged' | 'set_aside'; readonly reason: string }
)

const RECORD = '.json'
export const SET_ASIDE = '.damaged'

/** Whether anything waits: asked at every start, so it must cost next to nothing. */
export function hasOutbox(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(RECORD))
}

/**
 * What lies in the outbox, in the order of the clocks that the names hold. `tracked` are the files that
 * git carries: whoever wrote those, it was no sandbox of this machine.
 */
export function readOutbox(
  folder: string,
  project: string,
  tracked: ReadonlySet<string>,
): readonly OutboxFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      if (name.endsWith(SET_ASIDE)) return { name, kind: 'set_aside' as const, reason: 'damaged' }
      if (!name.endsWith(RECORD)) return []
      return tracked.has(name) ? { name, kind: 'tracked' as const } : readFile(folder, name, project)
    })
}

function readFile(folder: string, name: string, project: string): OutboxFile | [] {
  const text = readTextFile(join(folder, name))
  // Another process has taken it in meanwhile.
  if (text === undefined) return []
  const parsed = parseRecordFile(text)
  if (parsed.kind === 'bad') {
    return parsed.reason === 'newer_schema'
      ? { name, kind: 'newer' }
      : { name, kind: 'damaged', reason: parsed.reason }
  }
  return parsed.record.project === project
    ? { name, kind: 'record', record: parsed.record }
    : { name, kind: 'foreign' }
}
