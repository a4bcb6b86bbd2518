import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type DetectedFormats, detectFormats } from '../../src/import/detect-format.ts'
import { identifyDrafts } from '../../src/import/draft-id.ts'
import type { ImportSource, ParsedImport } from '../../src/import/import-format.ts'
import { readSource } from '../../src/import/read-source.ts'
import { uncovered } from './uncovered.ts'

const data = process.env.VARVE_DATA ?? join(import.meta.dirname, '../../../../../shared/data')
const stores = join(data, 'memory-stores')

describe.skipIf(!existsSync(stores))('real stores', () => {
  let source: ImportSource
  let detected: DetectedFormats
  /** What each format made of what it claimed. */
  let all: readonly { readonly size: number; readonly parsed: ParsedImport; again(): ParsedImport }[]

  beforeAll(async () => {
    source = (await readSource(stores, { trust: 'agent' })).source
    detected = detectFormats(source)
    all = detected.claims.map(({ format, source: claimed }) => ({
      size: claimed.files.reduce((sum, file) => sum + file.bytes.length, 0),
      parsed: format.parse(claimed),
      again: () => format.parse(claimed),
    }))
  })

  test('every file is claimed by exactly one format', () => {
    const claimed = detected.claims.flatMap((claim) => claim.source.files.map((file) => file.path))
    expect(detected.unclaimed).toEqual([])
    expect(claimed.toSorted()).toEqual(source.files.map((file) => file.path).toSorted())
  })

  test('stores are told by what they are', () => {
    const formatOf = (path: string): string | undefined =>
      detected.claims.find((claim) => claim.source.files.some((file) => file.path.startsWith(path)))?.format
        .name
    expect(formatOf('adr/madr')).toBe('adr')
    expect(formatOf('beads/')).toBe('beads')
    expect(formatOf('cursorrules/')).toBe('instructions')
    expect(formatOf('entire-learnings/')).toBe('jsonl')
    expect(formatOf('instructions/')).toBe('instructions')
    expect(formatOf('mcp-server-memory/')).toBe('mcp-memory')
    expect(formatOf('memory-bank/')).toBe('memory-bank')
    expect(formatOf('notes/logseq-docs/')).toBe('notes')
    expect(formatOf('serena-memories/')).toBe('serena')
  })

  test('no line and no string of any file is lost', () => {
    for (const { format, source: claimed } of detected.claims) {
      for (const file of claimed.files) {
        const parsed = format.parse({ ...claimed, files: [file] })
        expect({ file: file.path, lost: uncovered(file, parsed) }).toEqual({ file: file.path, lost: [] })
      }
    }
  })

  test('what was kept is no more than the source says, twice over', () => {
    for (const { size, parsed } of all) {
      const kept = parsed.drafts.reduce((sum, draft) => sum + draft.fields.content.length, 0)
      expect(kept).toBeLessThan(size * 1.2)
    }
  })

  test('parsing twice gives the same, and ids are each once', () => {
    for (const { parsed, again } of all) {
      const first = identifyDrafts(parsed, 'p')
      expect(identifyDrafts(again(), 'p')).toEqual(first)
      expect(new Set(first.entries.map((entry) => entry.id)).size).toBe(first.entries.length)
    }
  })

  test('every entry has text', () => {
    for (const { parsed } of all) {
      for (const { fields } of parsed.drafts) expect(fields.content).toMatch(/[\p{L}\p{N}]/u)
    }
  })
})
