import type { ImportSource, SourceFile } from '../import-format.ts'
import { baseName, undotted } from '../path-names.ts'

const NAMES: ReadonlySet<string> = new Set([
  'claude.md',
  'claude.local.md',
  'agents.md',
  'agent.md',
  'agents.override.md',
  'gemini.md',
  'qwen.md',
  'crush.md',
  'warp.md',
  'copilot-instructions.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.goosehints',
  '.roorules',
])
const FOLDERS =
  /(?:^|\/)\.(?:cursor\/rules|windsurf\/rules|clinerules|claude\/rules|roo\/rules)\/.*\.(?:md|mdc|txt)$/
const NAME_PATTERN = /\.(?:mdc|instructions\.md)$/

/** True for a path that agents read their standing instructions from. */
export function isInstructionPath(path: string): boolean {
  const plain = undotted(path).toLowerCase()
  return NAMES.has(baseName(plain)) || NAME_PATTERN.test(plain) || FOLDERS.test(plain)
}

export function detect(source: ImportSource): readonly string[] {
  return source.files.filter(isInstructions).map((file) => file.path)
}

function isInstructions(file: SourceFile): boolean {
  return file.referencedBy !== undefined || isInstructionPath(file.path)
}
