import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** Standing instructions of agents: CLAUDE.md, AGENTS.md, Cursor rules and their like. */
export const instructions: ImportFormat = {
  name: 'instructions',
  title: 'agent instruction files',
  detect,
  parse,
}
