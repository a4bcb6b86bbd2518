import { closeSync, existsSync, fstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CompactedBody,
  listCompactedBodies,
  orderCategories,
  renderCompactedHeader,
  sha256,
  type UpdatedRendering,
} from '@varve/core'
import type { Config } from '../../config/config.ts'
import { type Chunk, findFileStamp, stampFrom } from '../../files/disposable-file.ts'
import type { KeptFile } from './rendering-file.ts'

/** A compacted file, as what is new in it and stretches of the file that was kept. */
export interface CompactedFile {
  readonly category: string
  /** Below the cache directory. */
  readonly path: string
  readonly header: Uint8Array
  readonly body: CompactedBody
  /** The kept file, where the body has stretches of it. */
  readonly before?: KeptFile
}

/** Whether the kept files lie on the disk as they were written. */
export function areFilesKept(cacheDir: string, files: readonly KeptFile[]): boolean {
  return files.every(
    ({ category, stamp }) => findFileStamp(join(cacheDir, compactedPath(category))) === stamp,
  )
}

/** In the order of categories. */
export function composeCompactedFiles(
  updated: UpdatedRendering,
  files: readonly KeptFile[],
  { inputs, categories }: { readonly inputs: string; readonly categories: Config['memory']['categories'] },
): readonly CompactedFile[] {
  const bodies = new Map(listCompactedBodies(updated).map((body) => [body.category, body]))
  return orderCategories(bodies.keys(), categories).flatMap(({ name: category, title }) => {
    const body = bodies.get(category)
    if (body === undefined) return []
    const { live } = body
    const before = files.find((file) => file.category === category)
    const header = Buffer.from(renderCompactedHeader({ category, title, live, inputs }))
    return [{ category, path: compactedPath(category), header, body, ...(before && { before }) }]
  })
}

/**
 * Hands out the content of a file in chunks, some of them stretches of the kept file. False where that
 * isn't there any more as it was.
 */
export function useChunks(
  cacheDir: string,
  { path, header, body, before }: CompactedFile,
  use: (chunks: readonly Chunk[]) => void,
): boolean {
  const place = join(cacheDir, path)
  if (before === undefined) {
    use([header, ...chunksOf(body)])
    return true
  }
  if (!existsSync(place)) return false
  const descriptor = openSync(place, 'r')
  try {
    if (stampFrom(fstatSync(descriptor, { bigint: true })) !== before.stamp) return false
    use([header, ...chunksOf(body, { descriptor, header: before.header })])
    return true
  } finally {
    closeSync(descriptor)
  }
}

function chunksOf(
  { pieces }: CompactedBody,
  before?: { readonly descriptor: number; readonly header: number },
): readonly Chunk[] {
  const chunks: Chunk[] = []
  for (const piece of pieces) {
    // Each by itself: one text of both would be copied once more when it is written.
    if (typeof piece === 'string') chunks.push(piece, '\n')
    else if (before !== undefined) {
      const { descriptor, header } = before
      chunks.push({ descriptor, start: header + piece.start, end: header + piece.end })
    }
  }
  return chunks
}

export function compactedPath(category: string): string {
  return `compacted/${fileNameOf(category)}.md`
}

const SAFE_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

/** An imported category may be any text; its file has a name that every file system takes. */
function fileNameOf(category: string): string {
  return SAFE_NAME.test(category) ? category : `other-${sha256(category).slice(0, 12)}`
}
