import { join } from 'node:path'
import { type Entry, type EntryId, type JournalRecord, type StoreReader, sortedUnique } from '@varve/core'
import { takeFileName } from '../../export/leanspec/file-names.ts'
import { leanspecObject } from '../../export/leanspec/render-entry.ts'
import { createFileOnce } from '../../files/create-file-once.ts'
import { readTextFile } from '../../files/read-text-file.ts'
import { entryIdIn } from './entry-id-in.ts'
import { EVENT_FILES } from './event-files.ts'
import type { MirrorPlace } from './mirror-place.ts'

/** Leaves a record as files that are never changed: each new entry as one, and what was done as another. */
export function writeMirror(
  { entries, events }: MirrorPlace,
  reader: StoreReader,
  record: JournalRecord,
): 'created' | 'exists' {
  for (const operation of record.operations) {
    if (operation.op !== 'entry.add') continue
    const entry = reader.entry(operation.id)
    if (entry !== undefined && !entry.purged) writeEntry(entries, reader, entry)
  }
  return createFileOnce(join(events, EVENT_FILES.nameOf(record)), EVENT_FILES.render(record))
}

function writeEntry(folder: string, reader: StoreReader, entry: Entry): void {
  const { original, source } = entry
  const isLeanspec = original !== undefined && source.format === 'leanspec'
  const text = isLeanspec ? original.text : renderEntry(reader, entry)
  const taken = new Set<string>()
  // A pack may say any name: only one that leads nowhere is taken.
  let name = isLeanspec && isPlainName(original.file) ? original.file : takeFileName(entry, taken)
  // Another entry may have the name already, and whoever has it keeps it.
  while (createFileOnce(join(folder, name), text) === 'exists' && !isOf(entry.id, join(folder, name))) {
    const next = takeFileName(entry, taken)
    if (next === name) return
    name = next
  }
}

function isPlainName(file: string): boolean {
  return /^[^/\\\0]+\.json$/.test(file) && !file.startsWith('.')
}

function isOf(id: EntryId, path: string): boolean {
  return entryIdIn(readTextFile(path) ?? '') === id
}

function renderEntry(reader: StoreReader, entry: Entry): string {
  const edges = reader.lineage({ top: entry.id })
  const under = (kind: string) => edges.flatMap((edge) => (edge.kind === kind ? [edge.under] : []))
  const facts = {
    supersedes: under('supersedes'),
    sources: sortedUnique(under('merges')),
    isRetracted: entry.state === 'retracted',
  }
  return `${JSON.stringify(leanspecObject(entry, facts, false), null, 2)}\n`
}
