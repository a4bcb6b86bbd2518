import { by, byText } from '@varve/core'
import type { ImportFormat, ImportSource } from './import-format.ts'
import { IMPORT_FORMATS } from './import-formats.ts'

/** The part of a source that one format reads. */
export interface FormatClaim {
  readonly format: ImportFormat
  readonly source: ImportSource
}

export interface DetectedFormats {
  /** In the order of the formats. */
  readonly claims: readonly FormatClaim[]
  /** Paths that no format knows, by path. */
  readonly unclaimed: readonly string[]
}

/** Tells by names and content which format each file is of; each file goes to one format. */
export function detectFormats(
  source: ImportSource,
  formats: readonly ImportFormat[] = IMPORT_FORMATS,
): DetectedFormats {
  let left = [...source.files].sort(by((file) => file.path, byText))
  const claims: FormatClaim[] = []
  for (const format of formats) {
    const paths = new Set(format.detect({ ...source, files: left }))
    if (paths.size === 0) continue
    claims.push({ format, source: { ...source, files: left.filter((file) => paths.has(file.path)) } })
    left = left.filter((file) => !paths.has(file.path))
  }
  return { claims, unclaimed: left.map((file) => file.path) }
}
