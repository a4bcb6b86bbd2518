/** A version said right after the name of a tool. */
export interface VersionClaim {
  readonly tool: Tool
  /** As it is written: `20`, `9.1`. */
  readonly version: string
  /** `Node 20` */
  readonly said: string
}

export type Tool = 'node' | 'npm' | 'pnpm' | 'yarn' | 'bun' | 'python' | 'ruby' | 'go'

const CLAIM =
  /\b(node(?:\.?js)?|npm|pnpm|yarn|bun|python|ruby|go)(?:\s+|@)v?(\d+(?:\.\d+){0,2})(?![\w.]*\w|\s*[+%]|\s*(?:or|and|oder|bis|to|-|–)\s)/gi

/** Versions of tools that a line claims; a range, or a least one, is no such claim. */
export function versionsInLine(line: string): readonly VersionClaim[] {
  return [...line.matchAll(CLAIM)].map(([said, name = '', version = '']) => ({
    tool: toolOf(name),
    version,
    said,
  }))
}

function toolOf(name: string): Tool {
  const lower = name.toLowerCase()
  return lower.startsWith('node') ? 'node' : (lower as Tool)
}
