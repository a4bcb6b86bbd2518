import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type Issue, type Trust, VarveError } from '@varve/core'
import { followReferences } from './follow-references.ts'
import type { ImportSource, SourceFile } from './import-format.ts'
import { isInstructionPath } from './instructions/detect.ts'
import { leaveOutOwnText } from './leave-out-own-text.ts'
import { type WalkedFiles, walkFiles } from './walk-files.ts'

export interface ReadOptions {
  /** Trust of what the source states none for. */
  readonly trust: Trust
  /** Larger files are reported, not read. */
  readonly maxFileBytes?: number
  readonly maxFiles?: number
  /** Files that are read though no format in general asks for them. */
  readonly readsToo?: (path: string) => boolean
}

export interface ReadSource {
  readonly source: ImportSource
  readonly issues: readonly Issue[]
}

const MAX_FILE_BYTES = 512 * 1024 * 1024
const MAX_FILES = 200_000

/** Extensions that some format reads; the rest of a folder is not opened. */
const READABLE = /\.(?:md|mdx|mdc|markdown|txt|jsonl|ndjson|json|pack)$/i

/** Reads a file, or the files of a folder that an import could read. Nothing is written or followed outside. */
export async function readSource(path: string, options: ReadOptions): Promise<ReadSource> {
  const absolute = resolve(path)
  const info = await stat(absolute).catch((cause: unknown) => {
    throw new VarveError('not_found', `there is no file or folder ${path}`, { subjects: [path], cause })
  })
  const root = await realpath(info.isDirectory() ? absolute : dirname(absolute))
  const issues: Issue[] = []
  const isWanted = (name: string): boolean => isReadable(name) || options.readsToo?.(name) === true
  const listed = info.isDirectory()
    ? await walkFiles(root, isWanted, options.maxFiles ?? MAX_FILES, issues)
    : { files: [basename(absolute)], links: [] }
  const maxBytes = options.maxFileBytes ?? MAX_FILE_BYTES
  const files: SourceFile[] = []
  for (const relative of listed.files) {
    const file = await readOne(root, relative, maxBytes, issues)
    if (file !== undefined) files.push(file)
  }
  const readReferenced = async (relative: string): Promise<SourceFile | undefined> =>
    (await isInside(root, relative)) ? readOne(root, relative, maxBytes, issues) : undefined
  const all = await followReferences(withLinkNames(files, listed.links), readReferenced, issues)
  return { source: { root: path, trust: options.trust, files: all }, issues }
}

// `CLAUDE.md -> docs/guide.md`: the guide is read where it lies, as the instructions it is.
function withLinkNames(files: readonly SourceFile[], links: WalkedFiles['links']): readonly SourceFile[] {
  const names = new Map(
    links.filter(({ path }) => isInstructionPath(path)).map(({ path, target }) => [target, path] as const),
  )
  return files.map((file) => {
    const referencedBy = names.get(file.path)
    return referencedBy === undefined ? file : { ...file, referencedBy }
  })
}

function isReadable(path: string): boolean {
  return READABLE.test(path) || isInstructionPath(path)
}

/** A text reads like a reference often: what is no readable file in the folder is none. */
async function isInside(root: string, path: string): Promise<boolean> {
  if (!isReadable(path)) return false
  const target = await realpath(join(root, path)).catch(() => undefined)
  return target?.startsWith(root + sep) ?? false
}

async function readOne(
  root: string,
  path: string,
  maxBytes: number,
  issues: Issue[],
): Promise<SourceFile | undefined> {
  try {
    const { size } = await stat(join(root, path))
    if (size <= maxBytes) return leaveOutOwnText({ path, bytes: await readFile(join(root, path)) }, issues)
    issues.push(unread('file_too_large', path, `has ${size} bytes, and ${maxBytes} are read at most`))
  } catch (error) {
    issues.push(unread('unreadable', path, error instanceof Error ? error.message : String(error)))
  }
  return undefined
}

function unread(code: string, path: string, what: string): Issue {
  return {
    code,
    severity: 'warning',
    subjects: [path],
    message: `${path} was not imported: ${what}`,
    fix: [],
  }
}
