import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '@varve/core'
import { writeDisposableFile } from '../../files/disposable-file.ts'
import type { ProjectPlace } from '../../project/project-place.ts'
import { decodeRendering, encodeRendering, type KeptRendering } from './rendering-file.ts'

// One for each worktree in which a memory is rendered; the ones longest unused go.
const MOST_KEPT = 8
// The sum of all that follows, and room to the next multiple of eight.
const SUM_BYTES = 8

/** What is kept for the cache of this place; undefined where there is none that can be trusted. */
export function loadKeptRendering(place: ProjectPlace, basis: string): KeptRendering | undefined {
  try {
    const bytes = readFileSync(keptPath(place))
    const body = bytes.subarray(SUM_BYTES)
    if (crc32Of([body]) !== bytes.readUInt32LE(0)) return undefined
    const kept = decodeRendering(body)
    return kept.basis === basis ? kept : undefined
  } catch {
    // Missing or cut short: everything can be rendered afresh.
    return undefined
  }
}

/** Who keeps no rendering doesn't load what packs and sums. */
function crc32Of(chunks: readonly Uint8Array[]): number {
  const { crc32 } = process.getBuiltinModule('node:zlib')
  return chunks.reduce((sum, chunk) => crc32(chunk, sum), 0)
}

/** Best effort: without it the next run renders everything. */
export function saveKeptRendering(place: ProjectPlace, kept: KeptRendering): void {
  try {
    const chunks = encodeRendering(kept)
    const sum = Buffer.alloc(SUM_BYTES)
    sum.writeUInt32LE(crc32Of(chunks))
    writeDisposableFile(keptPath(place), [sum, ...chunks], 0o600)
    dropOldest(keptFolder(place))
  } catch {
    // The place can't be written; the rendered files are none the worse.
  }
}

function keptFolder({ dataDir }: ProjectPlace): string {
  return join(dataDir, 'renderings')
}

function keptPath(place: ProjectPlace): string {
  return join(keptFolder(place), `${sha256(place.cacheDir).slice(0, 16)}.bin`)
}

function dropOldest(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith('.bin'))
  if (files.length <= MOST_KEPT) return
  const dated = files.map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
  for (const { name } of dated.sort((a, b) => b.at - a.at).slice(MOST_KEPT)) rmSync(join(folder, name))
}
