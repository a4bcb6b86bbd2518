import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** A memory bank as Cline, Roo and Kilo keep it: activeContext.md, progress.md and the rest. */
export const memoryBank: ImportFormat = { name: 'memory-bank', title: 'memory bank', detect, parse }
