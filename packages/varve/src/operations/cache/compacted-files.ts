import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
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
import { findFileStamp, stampFrom } from '../../files/disposable-file.ts'
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
 * Reads what compacted files are composed of. One piece of memory holds one file after the other: what
 * is given is good until the next call.
 */
export class CompactedReader {
  readonly #cacheDir: string
  #memory = Buffer.alloc(0)

  constructor(cacheDir: string) {
    this.#cacheDir = cacheDir
  }

  /** The bytes of a file in chunks; undefined where the kept file isn't there any more as it was. */
  chunks({ path, header, body, before }: CompactedFile): readonly Uint8Array[] | undefined {
    if (before === undefined) return [header, ...joinedPieces(body, Buffer.alloc(0))]
    const kept = this.#read(join(this.#cacheDir, path), before)
    return kept && [header, ...joinedPieces(body, kept.subarray(before.header))]
  }

  #read(path: string, { stamp }: KeptFile): Buffer | undefined {
    if (!existsSync(path)) return undefined
    const file = openSync(path, 'r')
    try {
      const stats = fstatSync(file, { bigint: true })
      if (stampFrom(stats) !== stamp) return undefined
      const size = Number(stats.size)
      if (this.#memory.length < size) this.#memory = Buffer.allocUnsafeSlow(size)
      return readSync(file, this.#memory, 0, size, 0) === size ? this.#memory.subarray(0, size) : undefined
    } finally {
      closeSync(file)
    }
  }
}

/** Texts that follow one another are encoded at once. */
function joinedPieces({ pieces }: CompactedBody, before: Uint8Array): readonly Uint8Array[] {
  const joined: Uint8Array[] = []
  let texts: string[] = []
  const takeTexts = () => {
    if (texts.length > 0) joined.push(Buffer.from(texts.join('')))
    texts = []
  }
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      texts.push(piece)
      continue
    }
    takeTexts()
    joined.push(before.subarray(piece.start, piece.end))
  }
  takeTexts()
  return joined
}

export function compactedPath(category: string): string {
  return `compacted/${fileNameOf(category)}.md`
}

const SAFE_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

/** An imported category may be any text; its file has a name that every file system takes. */
function fileNameOf(category: string): string {
  return SAFE_NAME.test(category) ? category : `other-${sha256(category).slice(0, 12)}`
}
