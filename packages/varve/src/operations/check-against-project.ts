import { type Entry, type EntryId, type ProjectFiles, VarveError } from '@varve/core'
import { checkEntry, type StaleCheck, type StaleRequest } from '@varve/core/stale'
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

/** Of them those for which a file was looked at that changed since a commit. Throws `not_found` for no commit. */
export function checkChangedSince(
  context: OperationContext,
  entries: Iterable<Entry>,
  commit: string,
): readonly CheckedEntry[] {
  const changed = changedSince(context, commit)
  if (changed.size === 0) return []
  const request = staleRequest(context)
  return Array.from(entries).flatMap((entry) => {
    const looked = new Set<string>()
    const check = checkEntry(entry, { ...request, files: watched(request.files, (path) => looked.add(path)) })
    return [...looked].some((path) => changed.has(path)) ? [{ entry, check }] : []
  })
}

/** Paths below the top that are otherwise, or gone, or new since a commit, with the folders that they lie in. */
function changedSince({ git, place }: OperationContext, commit: string): ReadonlySet<string> {
  const known = git(place.top, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`])
  if (known === undefined) {
    throw new VarveError('not_found', `git knows no commit ${JSON.stringify(commit)} here`, {
      fix: ['varve check-stale'],
    })
  }
  const said = git(place.top, ['diff', '--name-only', '--no-renames', '--relative', '-z', known, 'HEAD'])
  return new Set(said?.split('\0').filter(Boolean).flatMap(withFolders))
}

/** `a/b/c` with `a/b` and `a`: git names files alone, and the last one that goes takes its folder along. */
function withFolders(path: string): readonly string[] {
  const names = path.split('/')
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

/** The same files, with each path told that is asked for. */
function watched(files: ProjectFiles, note: (path: string) => void): ProjectFiles {
  const noting =
    <A extends readonly unknown[], R>(ask: (path: string, ...rest: A) => R) =>
    (path: string, ...rest: A): R => {
      note(path)
      return ask(path, ...rest)
    }
  return {
    kindOf: noting(files.kindOf),
    textOf: noting(files.textOf),
    hashOf: noting(files.hashOf),
    fateOf: noting(files.fateOf),
    textAt: noting(files.textAt),
    hadText: noting(files.hadText),
    named: files.named,
  }
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
