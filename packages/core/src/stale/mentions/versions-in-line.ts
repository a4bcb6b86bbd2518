/** A version said right after the name of a tool. */
export interface VersionClaim {
  readonly tool: Tool
  /** As it is written: `20`, `9.1`. */
  readonly version: string
  /** `Node 20` */
  readonly said: string
}

export type Tool = 'node' | 'npm' | 'pnpm' | 'yarn' | 'bun' | 'python' | 'ruby' | 'go'

/** How a line calls a tool. */
const TOOL_NAMES: Readonly<Record<string, Tool>> = {
  node: 'node',
  nodejs: 'node',
  'node.js': 'node',
  npm: 'npm',
  pnpm: 'pnpm',
  yarn: 'yarn',
  bun: 'bun',
  python: 'python',
  ruby: 'ruby',
  go: 'go',
}
const WORD = /[\p{L}\p{N}.+%@–-]+/gu
const VERSION = /^v?(\d+(?:\.\d+){0,2})\.?$/
/** After a version they make a range of it. */
const RANGE_WORDS: ReadonlySet<string> = new Set([
  'or',
  'and',
  'to',
  'oder',
  'bis',
  'y',
  'o',
  '-',
  '–',
  '+',
  '%',
])

/** Versions of tools that a line claims, each right after the tool’s name; a range, or a least one, is no such claim. */
export function versionsInLine(line: string): readonly VersionClaim[] {
  const words = [...line.replaceAll('@', ' ').matchAll(WORD)].map(([word]) => word)
  return words.flatMap((name, index): readonly VersionClaim[] => {
    const tool = TOOL_NAMES[name.toLowerCase()]
    const [, version] = VERSION.exec(words[index + 1] ?? '') ?? []
    if (tool === undefined || version === undefined) return []
    return RANGE_WORDS.has((words[index + 2] ?? '').toLowerCase())
      ? []
      : [{ tool, version, said: `${name} ${version}` }]
  })
}
