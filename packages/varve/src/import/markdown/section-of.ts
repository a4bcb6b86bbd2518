import { type Entry, isJsonObject } from '@varve/core'
import type { ImportSource } from '../import-format.ts'
import { folderOf, undotted } from '../path-names.ts'
import type { FrontMatter } from './front-matter.ts'
import type { MarkdownPiece } from './split-markdown.ts'

/** Folders that hold rules for the whole of the folder they lie in. */
const OWN_FOLDER =
  /(?:^|\/)(?:\.github|\.cursor\/rules|\.windsurf\/rules|\.clinerules|\.claude(?:\/rules)?|\.serena\/memories|memory-bank)$/

/** Words of headings that say what kind of statement follows, and nothing that could change one. */
const GENERIC: ReadonlySet<string> = new Set([
  'about',
  'additional',
  'agents',
  'and',
  'basics',
  'best',
  'claude',
  'code',
  'coding',
  'commands',
  'context',
  'conventions',
  'core',
  'documentation',
  'essential',
  'essentials',
  'for',
  'general',
  'guidance',
  'guide',
  'guidelines',
  'important',
  'info',
  'information',
  'instructions',
  'key',
  'md',
  'memory',
  'more',
  'notes',
  'of',
  'other',
  'overview',
  'practices',
  'preferences',
  'principles',
  'project',
  'quick',
  'reference',
  'repository',
  'rules',
  'standards',
  'style',
  'summary',
  'the',
  'this',
  'tips',
  'to',
  'tooling',
  'tools',
  'useful',
  'with',
  'working',
])

/**
 * What a piece speaks of: the folder and the files it is for, the headings it stands under, and the
 * sentence that leads to it. They can turn a statement round ("Never:" and under it "push to main"), so
 * it is never taken for the same statement elsewhere. Headings that say only "Conventions" don't.
 */
export function sectionOf(
  path: string,
  source: Pick<ImportSource, 'root'>,
  piece: Pick<MarkdownPiece, 'headings' | 'lead'>,
  frontMatter: FrontMatter | undefined,
): Entry['entity'] {
  const parts = [
    folderScope(path, source.root),
    globs(frontMatter),
    ...piece.headings.filter((heading) => !isGeneric(heading)),
    piece.lead ?? '',
  ].filter((part) => part !== '')
  if (parts.length === 0) return undefined
  return { kind: 'section', name: parts.map((part) => part.replace(/\s+/g, ' ').trim()).join(' › ') }
}

/** The folder whose work a file's statements are for, from the top of what was imported. */
function folderScope(path: string, root: string): string {
  const below = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
  return undotted(folderOf(below)).replace(OWN_FOLDER, '')
}

function globs(frontMatter: FrontMatter | undefined): string {
  const data = frontMatter?.data
  const stated = isJsonObject(data) ? data.globs : undefined
  return stated === undefined || stated === null ? '' : String(stated)
}

function isGeneric(heading: string): boolean {
  const words = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.every((word) => GENERIC.has(word))
}
