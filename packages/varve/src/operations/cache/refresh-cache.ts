import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findIndexInputs } from '@varve/core'
import {
  type Chunk,
  type FileStamp,
  isInMemory,
  sizeOf,
  stampFrom,
  writeDisposableFile,
} from '../../files/disposable-file.ts'
import { ensureIgnoredDirectory } from '../../files/ensure-directory.ts'
import { readTextFile } from '../../files/read-text-file.ts'
import type { OperationContext } from '../context.ts'
import { useChunks } from './compacted-files.ts'
import { saveKeptRendering } from './kept-rendering.ts'
import { currentInputs, type RenderedCache, type RenderOptions, renderContextCache } from './render-cache.ts'

export interface RefreshedCache extends RenderedCache {
  /** Files that were written, by path; unchanged ones aren't. */
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

export interface RefreshOptions extends RenderOptions {
  readonly dryRun?: boolean
}

/** Renders the cache and writes what differs; files of categories that have no head any more go. */
export function refreshCache(context: OperationContext, options: RefreshOptions = {}): RefreshedCache {
  const rendered = renderContextCache(context, options)
  const { cacheDir } = context.place
  const written = new Map<string, FileStamp>()
  const unchanged = new Map<string, FileStamp>()
  const wanted = new Set(rendered.compacted.map(({ path }) => path))
  const removed = listCompacted(cacheDir).filter((path) => !wanted.has(path))
  const put = (path: string, chunks: readonly Chunk[]) => {
    const stamp = stampOnDisk(join(cacheDir, path), chunks)
    if (stamp !== undefined) {
      unchanged.set(path, stamp)
      return
    }
    if (options.dryRun !== true && written.size === 0) ensureIgnoredDirectory(cacheDir)
    written.set(path, options.dryRun === true ? '' : writeDisposableFile(join(cacheDir, path), chunks))
  }
  for (const file of rendered.isCurrent ? [] : rendered.compacted) {
    const isUsed = useChunks(cacheDir, file, (chunks) => put(file.path, chunks))
    // Somebody else renders at this moment: then nothing that was kept can be built on.
    if (!isUsed) return refreshCache(context, { ...options, afresh: true })
  }
  put('index.md', [Buffer.from(rendered.indexText)])
  if (options.dryRun !== true) {
    for (const path of removed) rmSync(join(cacheDir, path), { force: true })
    if (!rendered.isKept) keepRendering(context, rendered, new Map([...unchanged, ...written]))
  }
  return { ...rendered, written: [...written.keys()], removed }
}

/** For the next run to start from. */
function keepRendering(
  { place }: OperationContext,
  { kept, compacted }: RenderedCache,
  stamps: ReadonlyMap<string, FileStamp>,
): void {
  if (!existsSync(place.databasePath)) return
  const files = compacted.map(({ category, header, path, before }) => ({
    category,
    header: header.length,
    // Of the bytes that this run knows, never of what somebody else may have put there since.
    stamp: stamps.get(path) ?? before?.stamp ?? '',
  }))
  saveKeptRendering(place, { ...kept, files })
}

/** Whether the index on disk was made from what the memory holds now. */
export function isCacheFresh(context: OperationContext): boolean {
  const file = readTextFile(join(context.place.cacheDir, 'index.md'))
  return file !== undefined && findIndexInputs(file) === currentInputs(context)
}

/** The stamp of a file that has these bytes already; never of one made out of the one before: other inputs stand in its header. */
function stampOnDisk(path: string, chunks: readonly Chunk[]): FileStamp | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  const texts = chunks.filter(isInMemory)
  if (found === undefined || texts.length < chunks.length || Number(found.size) !== sizeOf(texts)) {
    return undefined
  }
  const bytes = texts.map((text) => (typeof text === 'string' ? Buffer.from(text) : text))
  return readFileSync(path).equals(Buffer.concat(bytes)) ? stampFrom(found) : undefined
}

function listCompacted(cacheDir: string): readonly string[] {
  const folder = join(cacheDir, 'compacted')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `compacted/${name}`)
    .sort()
}
