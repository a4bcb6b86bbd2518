import { checkEntry, type Entry, type EntryId, type StaleCheck, type StaleRequest } from '@varve/core'
import { openProjectFiles } from '../project/project-files.ts'
import type { OperationContext } from './context.ts'

/** An entry, and whether the project bears it out. */
export interface CheckedEntry {
  readonly entry: Entry
  readonly check: StaleCheck
}

/** Holds entries against the files of the project, by rules alone. */
export function checkAgainstProject(
  context: OperationContext,
  entries: Iterable<Entry>,
): readonly CheckedEntry[] {
  const request = staleRequest(context)
  return Array.from(entries, (entry) => ({ entry, check: checkEntry(entry, request) }))
}

export function brokenAmong(checked: readonly CheckedEntry[]): readonly EntryId[] {
  return checked.flatMap(({ check: { id, status } }) => (status === 'broken' ? [id] : []))
}

function staleRequest({ place, config, clock, git }: OperationContext): StaleRequest {
  return {
    files: openProjectFiles(place.top, (args) => git(place.top, args)),
    now: clock.now(),
    staleAfterDays: config.memory.staleAfterDays,
    maxFiles: config.memory.compaction.staleness.maxFilesPerEntry,
  }
}
