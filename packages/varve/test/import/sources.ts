import type { ImportSource } from '../../src/import/import-format.ts'

/** A source of files that are only in memory. */
export function sourceOf(files: Readonly<Record<string, string | Uint8Array>>): ImportSource {
  return {
    root: 'test',
    trust: 'agent',
    files: Object.entries(files).map(([path, content]) => ({
      path,
      bytes: typeof content === 'string' ? Buffer.from(content) : content,
    })),
  }
}

/** A JSON Lines file of these rows. */
export function rowsOf(...rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
