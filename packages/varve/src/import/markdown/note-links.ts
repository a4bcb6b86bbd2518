import { byText, type Issue, sortedUnique } from '@varve/core'
import type { DraftLink } from '../import-format.ts'
import { folderOf, joinPath } from '../path-names.ts'
import type { SourceLine } from '../source-lines.ts'
import { inlineLinks } from './inline-links.ts'
import { NoteNames } from './note-names.ts'
import type { WholeNote } from './whole-note.ts'

/** A note with its path and the name of its draft. */
export interface NamedNote {
  readonly path: string
  readonly ref: string
  readonly note: Pick<WholeNote, 'lines' | 'title'>
  readonly aliases?: readonly string[]
  /** Links of other types than related, by the name of their target. */
  readonly typed?: readonly { readonly type: string; readonly target: string }[]
  /** Names of blocks in it, and the blocks that it names. */
  readonly blocks?: readonly string[]
  readonly blockRefs?: readonly string[]
}

export interface NoteLinks {
  readonly links: readonly DraftLink[]
  /** Names that no note has: with them, links wait for it to arrive. */
  readonly unresolved: readonly string[]
  readonly issues: readonly Issue[]
}

/** The links between notes that their texts hold; what points at no note stays text. */
export function linksBetween(notes: readonly NamedNote[]): readonly DraftLink[] {
  return findNoteLinks(notes).links
}

/** The same, with the names that lead to no note, or to several. */
export function findNoteLinks(notes: readonly NamedNote[]): NoteLinks {
  const names = new NoteNames(
    notes.map(({ path, ref, note, aliases = [] }) => ({ path, ref, title: note.title, aliases })),
  )
  const blocks = new Map(
    notes.flatMap(({ ref, blocks = [] }) => blocks.map((block) => [block, ref] as const)),
  )
  const unresolved = new Set<string>()
  const ambiguous = new Map<string, Issue>()
  const links = notes.flatMap(({ path, ref, note, typed = [], blockRefs = [] }) => {
    const find = (target: string, isName: boolean): string | undefined => {
      const found = names.find(target, path)
      if (found === undefined && isName && !isFile(target)) unresolved.add(target)
      if (found !== undefined && found.rivals.length > 0)
        ambiguous.set(target, severalNotes(target, found.rivals))
      return found?.ref
    }
    const targets = new Map<string, DraftLink>()
    const add = (to: string | undefined, type: string): void => {
      if (to === undefined || to === ref) return
      targets.set(`${type} ${to}`, { from: ref, to, type, source: 'inline' })
    }
    for (const { type, target } of typed) add(find(target, true), type)
    const isTyped = (to: string): boolean => [...targets.values()].some((link) => link.to === to)
    for (const to of inlineTargets(note.lines, path, find)) if (!isTyped(to)) add(to, 'related')
    for (const block of blockRefs) add(blocks.get(block), 'related')
    return [...targets.values()]
  })
  return { links, unresolved: sortedUnique([...unresolved]), issues: [...ambiguous.values()] }
}

function inlineTargets(
  lines: readonly SourceLine[],
  path: string,
  find: (target: string, isName: boolean) => string | undefined,
): readonly string[] {
  return inlineLinks(lines).flatMap(({ target, style }) => {
    const name = style === 'wiki' ? target : joinPath(folderOf(path), target)
    return (name === undefined ? undefined : find(name, style === 'wiki')) ?? []
  })
}

/** `[[image.png]]` shows a file, and no note is missing. */
function isFile(target: string): boolean {
  return /\.(?!md$)[a-z0-9]{2,5}$/i.test(target)
}

function severalNotes(name: string, paths: readonly string[]): Issue {
  return {
    code: 'ambiguous_reference',
    severity: 'info',
    subjects: [name, ...[...paths].sort(byText)],
    message: `[[${name}]] could be ${paths.join(' or ')}; the first was taken`,
    fix: [],
  }
}
