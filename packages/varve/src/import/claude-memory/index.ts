import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** What Claude Code remembers of a project by itself: MEMORY.md and topic files. */
export const claudeMemory: ImportFormat = {
  name: 'claude-memory',
  title: 'Claude Code auto-memory',
  detect,
  parse,
}
