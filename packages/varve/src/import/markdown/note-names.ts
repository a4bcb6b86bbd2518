import { by, byNumber, byText, inOrder } from '@varve/core'
import { folderOf, stemOf } from '../path-names.ts'

/** What a note may be called by in a link. */
export interface NamedPage {
  readonly path: string
  readonly ref: string
  readonly title: string
  readonly aliases: readonly string[]
}

export interface FoundPage {
  readonly ref: string
  /** Paths of all that the name fits equally, where it fits several. */
  readonly rivals: readonly string[]
}

/**
 * Notes by their names. A path is a better name than a file's own, that a better one than a title or
 * an alias; of several notes of one name the one in the same folder is meant, then the nearest.
 * Letter case and the composition of letters don't count.
 */
export class NoteNames {
  readonly #tiers: readonly ReadonlyMap<string, readonly NamedPage[]>[]

  constructor(pages: readonly NamedPage[]) {
    const sorted = [...pages].sort(by((page) => page.path, byText))
    this.#tiers = [pathNames, fileNames, givenNames].map((namesOf) => byName(sorted, namesOf))
  }

  find(name: string, from: string): FoundPage | undefined {
    for (const tier of this.#tiers) {
      const found = tier.get(nameKey(name))
      if (found !== undefined) return nearest(found, folderOf(from))
    }
    return undefined
  }
}

/** Names are compared by this. */
export function nameKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

function byName(
  pages: readonly NamedPage[],
  namesOf: (page: NamedPage) => readonly string[],
): ReadonlyMap<string, readonly NamedPage[]> {
  const found = new Map<string, NamedPage[]>()
  for (const page of pages) {
    for (const name of new Set(namesOf(page).map(nameKey))) {
      const list = found.get(name)
      if (list === undefined) found.set(name, [page])
      else list.push(page)
    }
  }
  return found
}

function nearest(pages: readonly NamedPage[], folder: string): FoundPage | undefined {
  const distance = (page: NamedPage): number => stepsBetween(folder, folderOf(page.path))
  const [first, ...others] = [...pages].sort(
    inOrder(
      by((page) => distance(page), byNumber),
      by((page) => page.path, byText),
    ),
  )
  if (first === undefined) return undefined
  const rivals = others.filter((page) => distance(page) === distance(first)).map(({ path }) => path)
  return { ref: first.ref, rivals: rivals.length === 0 ? [] : [first.path, ...rivals] }
}

/** Folders up from one and down to the other. */
function stepsBetween(from: string, to: string): number {
  const [a, b] = [from, to].map((folder) => (folder === '' ? [] : folder.split('/')))
  let shared = 0
  while (a?.[shared] !== undefined && a[shared] === b?.[shared]) shared++
  return (a?.length ?? 0) + (b?.length ?? 0) - 2 * shared
}

function pathNames({ path, ref }: NamedPage): readonly string[] {
  return [path, withoutExtension(path), ref]
}

// Logseq writes the `/` of a page's name as `___` or `%2F` in the name of its file.
function fileNames({ path }: NamedPage): readonly string[] {
  const stem = stemOf(path)
  const parts = withoutExtension(path).split('/')
  const endings = parts.slice(1).map((_, index) => parts.slice(index + 1).join('/'))
  return [stem, stem.replaceAll('___', '/'), decoded(stem), decoded(stem.replaceAll('___', '/')), ...endings]
}

function givenNames({ title, aliases }: NamedPage): readonly string[] {
  return [title, ...aliases]
}

function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
