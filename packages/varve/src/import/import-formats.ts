import { adr } from './adr/index.ts'
import { beads } from './beads/index.ts'
import { claudeMem } from './claude-mem/index.ts'
import { claudeMemory } from './claude-memory/index.ts'
import type { ImportFormat } from './import-format.ts'
import { instructions } from './instructions/index.ts'
import { jsonl } from './jsonl/index.ts'
import { leanspec } from './leanspec/index.ts'
import { linksee } from './linksee/index.ts'
import { mcpMemory } from './mcp-memory/index.ts'
import { mem0 } from './mem0/index.ts'
import { memoryBank } from './memory-bank/index.ts'
import { notes } from './notes/index.ts'
import { pack } from './pack/index.ts'
import { qipu } from './qipu/index.ts'
import { serena } from './serena/index.ts'

/** Every format, in the order in which they are asked: the ones that take what is left come last. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  leanspec,
  qipu,
  pack,
  mcpMemory,
  linksee,
  claudeMem,
  mem0,
  beads,
  instructions,
  memoryBank,
  serena,
  claudeMemory,
  adr,
  notes,
  jsonl,
]
