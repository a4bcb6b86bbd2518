import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findIndexInputs } from '@varve/core'
import { ensureIgnoredDirectory } from '../files/ensure-directory.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { viewFor } from './commit.ts'
import type { OperationContext } from './context.ts'
import { cacheInputs, type RenderedCache, renderCache } from './render-cache.ts'
import { tokenCounter } from './token-counter.ts'

export interface RefreshedCache extends RenderedCache {
  /** Files that were written, by path; unchanged ones aren't. */
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

/** Renders the cache and writes what differs; files of categories that have no head any more go. */
export function refreshCache(context: OperationContext, dryRun = false): RefreshedCache {
  const rendered = renderContextCache(context)
  const { cacheDir } = context.place
  const written = rendered.files.filter(({ path, text }) => readTextFile(join(cacheDir, path)) !== text)
  const wanted = new Set(rendered.files.map(({ path }) => path))
  const removed = listCompacted(cacheDir).filter((path) => !wanted.has(path))
  if (!dryRun) {
    if (written.length > 0) ensureIgnoredDirectory(cacheDir)
    for (const { path, text } of written) writeFileAtomically(join(cacheDir, path), text)
    for (const path of removed) rmSync(join(cacheDir, path), { force: true })
  }
  return { ...rendered, written: written.map(({ path }) => path), removed }
}

/** Whether the index on disk was made from what the memory holds now. */
export function isCacheFresh(context: OperationContext): boolean {
  const file = readTextFile(join(context.place.cacheDir, 'index.md'))
  const reader = context.reading()
  return (
    file !== undefined &&
    findIndexInputs(file) === cacheInputs(reader, viewFor(context, reader), context.config)
  )
}

export function renderContextCache(context: OperationContext): RenderedCache {
  const reader = context.reading()
  return renderCache(
    reader,
    viewFor(context, reader),
    context.config,
    tokenCounter(context.config.memory.counter),
  )
}

function listCompacted(cacheDir: string): readonly string[] {
  const folder = join(cacheDir, 'compacted')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `compacted/${name}`)
    .sort()
}
