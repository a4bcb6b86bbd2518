import type { EntryId, StoreReader } from '@varve/core'
import { clipLine } from '../clip-line.ts'
import { shortIdIn } from '../short-id.ts'

const LONGEST = 80

/** `qp-1a2b Use pnpm for installs`: an entry as people read it in a list. */
export function entryLabel(reader: StoreReader, id: EntryId): string {
  const entry = reader.entry(id)
  if (entry === undefined) return id
  return `${shortIdIn(reader, id)} ${clipLine(entry.title ?? entry.content, LONGEST)}`
}

/** `3 notes` */
export function countNotes(count: number): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? 'note' : 'notes'}`
}
