import type { Entry, Ref } from '../domain/entry.ts'
import { byText, sortedUnique } from '../domain/order.ts'
import type { PathFate, ProjectFiles } from '../ports/project-files.ts'
import { pathsInLine } from './mentions/paths-in-line.ts'
import { joinPath } from './project-path.ts'

/** A file that an entry rests on, and where it stands now. */
export interface Reference {
  readonly path: string
  readonly symbol?: string
  /** What the file was when it was referred to. */
  readonly hash?: string
  readonly commit?: string
  /** Undefined where it is there. */
  readonly gone?: PathFate | 'unknown'
  /** By a tag alone: too little to be broken by. */
  readonly isGuess: boolean
}

export interface ReferenceRequest {
  readonly entry: Entry
  /** Its lines that tell how things are. */
  readonly lines: readonly string[]
  readonly files: ProjectFiles
  /** How many files may be looked into. */
  readonly most: number
}

/**
 * What an entry refers to: what it states; else the paths that its text names and that are there, or were
 * once; else files that a tag names. Files that are gone, and of the others the first few.
 */
export function referencesOf({ entry, lines, files, most }: ReferenceRequest): readonly Reference[] {
  const stated = entry.refs.flatMap((ref) => statedReference(ref, files))
  const said = stated.length > 0 ? [] : saidReferences(entry, lines, files)
  const found = stated.length + said.length > 0 ? [...stated, ...said] : taggedReferences(entry, files)
  const there = found.filter(({ gone }) => gone === undefined).slice(0, most)
  return found.filter((reference) => reference.gone !== undefined || there.includes(reference))
}

function statedReference({ path, symbol, hash, commit }: Ref, files: ProjectFiles): readonly Reference[] {
  if (path === undefined) return []
  const own = joinPath('', path)
  if (own === undefined) return []
  return [
    {
      path: own,
      isGuess: false,
      ...(symbol !== undefined && { symbol }),
      ...(hash !== undefined && { hash }),
      ...(commit !== undefined && { commit }),
      ...(files.kindOf(own) === undefined && { gone: files.fateOf(own) ?? 'unknown' }),
    },
  ]
}

function saidReferences(
  { source }: Entry,
  lines: readonly string[],
  files: ProjectFiles,
): readonly Reference[] {
  const folder = source.outside || source.file === undefined ? '' : folderOf(source.file)
  const said = sortedUnique(lines.flatMap(pathsInLine))
  return said.flatMap((path): readonly Reference[] => {
    const places = sortedUnique([folder, ''].flatMap((from) => joinPath(from, path) ?? []))
    const there = places.find((place) => files.kindOf(place) !== undefined)
    if (there !== undefined) return [{ path: there, isGuess: false }]
    for (const place of places) {
      const gone = files.fateOf(place)
      if (gone !== undefined) return [{ path: place, gone, isGuess: false }]
    }
    return []
  })
}

function taggedReferences({ tags }: Entry, files: ProjectFiles): readonly Reference[] {
  const paths = tags.flatMap((tag) => files.named(tag).slice(0, 1))
  return sortedUnique(paths)
    .sort(byText)
    .map((path) => ({ path, isGuess: true }))
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
